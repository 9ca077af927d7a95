package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.Locale;

import dev.tidemark.render.Glyphs;
import dev.tidemark.report.Report;
import dev.tidemark.shell.evidence.Meaning;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.plot.BatchPlots;
import dev.tidemark.view.plot.StatePlots;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plot watermark|state|offsets|gaps|skew}. */
@Command(
        name = "plot",
        description = {
            "Draw the watermark against time, the rows of the state or the offsets of the sources by batch, the time",
            "between batches (gaps), or the rows of the state by partition (skew)."
        },
        footer = {"", "Example: plot watermark", "         plot state --operator 1 --last 50"})
final class PlotCommand extends BuiltIn {
    private static final int BATCHES = 500;
    private static final int STATE_BATCHES = 30;

    /** What is drawn. */
    enum What {
        WATERMARK,
        STATE,
        OFFSETS,
        GAPS,
        SKEW
    }

    @Parameters(paramLabel = "watermark|state|offsets|gaps|skew", description = "what to draw")
    private What what = What.WATERMARK;

    @Option(
            names = "--last",
            paramLabel = "N",
            description = "the newest N batches (default: " + BATCHES + ", of state " + STATE_BATCHES + ")")
    private @Nullable Integer last;

    @Option(
            names = "--operator",
            paramLabel = "ID",
            description = "whose state (default: of the operator where you stand, else 0)")
    private @Nullable Integer operatorId;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "for skew: as of that batch (default: the last committed)")
    private @Nullable Long batch;

    @Option(names = "--ascii", description = "draw with ASCII characters alone")
    private boolean ascii;

    PlotCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException, UsageException {
        try {
            return session().print(spec(), drawn(session().checkpoint()), ascii ? Glyphs.ASCII : Glyphs.UNICODE);
        } catch (NoSuchStateException none) {
            throw new UsageException("plot " + what.name().toLowerCase(Locale.ROOT) + ": " + none.getMessage());
        }
    }

    private Report drawn(Place checkpoint) throws IOException, NoSuchStateException {
        int threads = Runtime.getRuntime().availableProcessors();
        CheckpointState state = checkpoint.state();
        return switch (what) {
            case WATERMARK -> BatchPlots.watermark(checkpoint.checkpoint(), most(BATCHES));
            case OFFSETS -> BatchPlots.offsets(checkpoint.checkpoint(), most(BATCHES));
            case GAPS -> BatchPlots.gaps(checkpoint.checkpoint(), most(BATCHES));
            case STATE -> StatePlots.rows(state, operator(), most(STATE_BATCHES), threads);
            case SKEW -> StatePlots.skew(state, operator(), batch == null ? state.newestBatch() : batch, threads);
        };
    }

    private int most(int unlessAsked) {
        return last == null ? unlessAsked : Math.max(1, last);
    }

    private int operator() throws IOException {
        if (operatorId != null) {
            return operatorId;
        }
        Meaning here = session().tree().require(session().here()).meaning();
        return here instanceof Meaning.Operator operator ? operator.operatorId() : 0;
    }
}
