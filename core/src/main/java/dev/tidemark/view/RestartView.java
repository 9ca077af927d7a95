package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.PinnedConf;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.LogChanges;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.StateUse;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.engine.Resume;
import dev.tidemark.engine.SparkError;
import dev.tidemark.evidence.Location;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** What a restart comes to, for {@code restart}. */
public final class RestartView {
    private RestartView() {}

    /**
     * How much of the trace is shown.
     */
    public enum Detail {
        ANSWER,
        WITH_TRACE
    }

    /**
     * What a prediction rests on.
     *
     * @param sparkVersion what the rules are of
     * @param assumptions what was taken for granted beyond the evidence and the description, each a sentence
     * @param failOn the least severity of a finding that makes a restart that runs wrong
     */
    public record Terms(String sparkVersion, List<String> assumptions, Reach reach, Severity failOn) {
        /** Terms under which what was lost or doubled is wrong. */
        public Terms(String sparkVersion, List<String> assumptions, Reach reach) {
            this(sparkVersion, assumptions, reach, Severity.ERROR);
        }

        public Terms {
            assumptions = List.copyOf(assumptions);
        }
    }

    /** The report. */
    public static Report of(RestartPrediction prediction, QueryDescription query, Terms terms, Detail detail) {
        List<Finding> findings = RestartFindings.of(prediction, query);
        return new Report(
                "restart",
                outcome(prediction.verdict(), findings, terms.failOn()),
                blocks(prediction, query, terms, detail, findings),
                RestartJson.document(prediction, terms.assumptions(), findings, detail));
    }

    private static Outcome outcome(Verdict verdict, List<Finding> findings, Severity failOn) {
        boolean isWrong =
                findings.stream().anyMatch(finding -> finding.severity().compareTo(failOn) >= 0);
        return switch (verdict) {
            case RUNS -> isWrong ? Outcome.WRONG : Outcome.FINE;
            case FAILS -> Outcome.WRONG;
            case UNKNOWN -> Outcome.UNKNOWN;
        };
    }

    // for the eye

    private static List<Block> blocks(
            RestartPrediction prediction, QueryDescription query, Terms terms, Detail detail, List<Finding> findings) {
        boolean wasFollowed =
                terms.reach().followsBatches() && prediction.batches().stream().anyMatch(PredictedBatch::isCompleted);
        List<Block> blocks = new ArrayList<>();
        blocks.add(new RestartHeadline(prediction).block(query.trigger(), terms.reach()));
        for (String assumption : terms.assumptions()) {
            blocks.add(new Block.Note(Tone.WARN, "Assumed: " + assumption));
        }
        findings.forEach(finding -> blocks.add(FindingView.block(finding)));
        blocks.add(new Block.Facts(facts(prediction, query, terms, wasFollowed)));
        Failure failure = prediction.failure();
        if (failure != null) {
            blocks.add(new Block.Heading("What Spark says"));
            blocks.add(causes(failure.error()));
        }
        if (wasFollowed) {
            blocks.add(new Block.Heading("Batches"));
            blocks.add(batches(prediction));
        }
        Resume resume = prediction.resume();
        if (resume != null && !resume.sources().isEmpty()) {
            blocks.add(new Block.Heading("Sources"));
            blocks.add(sources(prediction, resume, query));
        }
        List<PinnedConf> overridden =
                prediction.pinned().stream().filter(PinnedConf::isOverridden).toList();
        if (!overridden.isEmpty()) {
            blocks.add(new Block.Heading("The checkpoint overrides the session"));
            blocks.add(confs(overridden));
        }
        blocks.addAll(unchecked(prediction));
        if (detail == Detail.WITH_TRACE) {
            blocks.add(new Block.Heading("Step by step"));
            blocks.add(TraceText.table(prediction.trace()));
        }
        return blocks;
    }

    private static List<Fact> facts(
            RestartPrediction prediction, QueryDescription query, Terms terms, boolean wasFollowed) {
        List<Fact> facts = new ArrayList<>();
        Failure failure = prediction.failure();
        if (failure != null) {
            String file = failure.file() == null ? "" : ", over " + failure.file();
            String batch = failure.batchId() == null ? "" : ", batch " + failure.batchId();
            facts.add(new Fact("Fails at", Cell.text(failure.step().word() + batch + file)));
        }
        Resume resume = prediction.resume();
        if (resume != null && !wasFollowed) {
            String kind = resume.kind() == Resume.Kind.RERUN ? "run again, offsets as recorded" : "planned anew";
            facts.add(new Fact("Batch", Cell.text(resume.batchId() + ", " + kind)));
            facts.add(new Fact("Watermark", watermark(resume.watermarkMs())));
        }
        facts.add(new Fact("Spark", Cell.text(terms.sparkVersion())));
        facts.add(new Fact("Trigger", Cell.text(query.trigger().word())));
        LogChanges changes = prediction.changes();
        if (!changes.written().isEmpty()) {
            List<String> paths =
                    changes.written().stream().map(LogChanges.Written::path).toList();
            facts.add(new Fact("Writes", Cell.text(FileSummary.of(paths))));
        }
        if (!changes.deleted().isEmpty()) {
            facts.add(new Fact("Deletes", Cell.text(FileSummary.of(changes.deleted()))));
        }
        return facts;
    }

    private static Cell watermark(long ms) {
        return ms == 0 ? Cell.text("none yet") : Cell.instant(ms);
    }

    private static Block batches(RestartPrediction prediction) {
        boolean hasState =
                prediction.batches().stream().anyMatch(batch -> !batch.state().isEmpty());
        List<String> columns = new ArrayList<>(List.of("batch", "kind", "rows", "watermark", "sink"));
        if (hasState) {
            columns.add("state loads");
            columns.add("writes");
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (PredictedBatch batch : prediction.batches()) {
            Long read = RestartHeadline.rows(List.of(batch));
            List<Cell> row = new ArrayList<>();
            row.add(Cell.count(batch.batchId()));
            row.add(Cell.text(kind(batch.kind())));
            row.add(read == null ? Cell.text("?", Tone.UNKNOWN) : Cell.count(read));
            row.add(watermark(batch.watermark().ms()));
            row.add(end(prediction, batch));
            if (hasState) {
                row.add(versions(batch, StateUse::loads));
                row.add(versions(batch, StateUse::writes));
            }
            rows.add(row);
        }
        return new Block.Table(columns, rows);
    }

    private static String kind(BatchKind kind) {
        return switch (kind) {
            case RERUN -> "again";
            case NEW -> "new";
            case NO_DATA -> "no data";
        };
    }

    private static Cell end(RestartPrediction prediction, PredictedBatch batch) {
        if (!batch.isCompleted()) {
            return prediction.failure() == null ? Cell.text("not told", Tone.UNKNOWN) : Cell.text("FAILS", Tone.BAD);
        }
        return switch (batch.sink()) {
            case WRITTEN -> Cell.text("written");
            case SKIPPED ->
                batch.kind() == BatchKind.NEW ? Cell.text("skipped: lost?", Tone.BAD) : Cell.text("skipped");
            case DUPLICATED -> Cell.text("maybe twice", Tone.WARN);
            case UNKNOWN -> Cell.text("not told", Tone.UNKNOWN);
        };
    }

    /** The versions of all operators, which mostly go together. */
    private static Cell versions(PredictedBatch batch, ToLongFunction<StateUse> version) {
        String versions = batch.state().stream()
                .mapToLong(version)
                .distinct()
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", "));
        return versions.isEmpty() ? Cell.nothing() : Cell.text(versions);
    }

    /** What was passed over, unless it is the reason of the verdict already. */
    private static List<Block> unchecked(RestartPrediction prediction) {
        if (prediction.verdict() == Verdict.UNKNOWN || prediction.unknown().isEmpty()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading("Not checked"));
        prediction.unknown().forEach(clause -> blocks.add(new Block.Note(Tone.UNKNOWN, clause)));
        return blocks;
    }

    private static Block causes(SparkError error) {
        List<String> lines = new ArrayList<>();
        for (SparkError.Cause cause : error.causes()) {
            if ("STREAM_FAILED".equals(cause.condition())) {
                continue;
            }
            String prefix = lines.isEmpty() ? "  " : "  caused by ";
            String[] message = cause.message().split("\n", -1);
            lines.add(prefix + cause.className() + ": " + message[0]);
            for (int i = 1; i < message.length; i++) {
                lines.add("      " + message[i]);
            }
        }
        return new Block.Listing(lines);
    }

    /** From where each source is read, and up to where by the last batch that is known. */
    private static Block sources(RestartPrediction prediction, Resume resume, QueryDescription query) {
        List<PredictedBatch> batches = prediction.batches();
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < resume.sources().size(); i++) {
            SourceDescription source = query.sources().get(i);
            Resume.Range range = resume.sources().get(i);
            String end = range.end();
            for (PredictedBatch batch : batches) {
                end = i < batch.sources().size() ? batch.sources().get(i).end() : end;
            }
            rows.add(List.of(
                    Cell.count(i),
                    Cell.text(source.name() == null ? source.format() : source.name() + " (" + source.format() + ")"),
                    Cell.text(range.start() == null ? "its beginning" : offset(i, range.start())),
                    Cell.text(end == null ? "not planned yet" : offset(i, end))));
        }
        return new Block.Table(List.of("#", "source", "from", "up to"), rows);
    }

    private static String offset(int source, String text) {
        return SourceOffsetView.text(new SourceLine(Location.of("offset"), Integer.toString(source), text));
    }

    private static Block confs(List<PinnedConf> overridden) {
        List<List<Cell>> rows = new ArrayList<>();
        for (PinnedConf conf : overridden) {
            rows.add(List.of(
                    Cell.text(conf.key()),
                    Cell.text(conf.session()),
                    Cell.text(conf.used()),
                    Cell.text(conf.source())));
        }
        return new Block.Table(List.of("conf", "session", "used", "from"), rows);
    }
}
