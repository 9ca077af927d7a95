package dev.tidemark.cli.state;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.cli.AnswerFile;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.ProductVersion;
import dev.tidemark.cli.StandardHelp;
import dev.tidemark.cli.TerminalWidth;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.evidence.Damage;
import dev.tidemark.render.Printable;
import dev.tidemark.state.operator.RowShape;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.view.state.RowPipeline;
import dev.tidemark.view.state.RowsDocument;
import dev.tidemark.view.state.StateRowJson;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How rows leave the house: as they come, never all in memory. */
final class RowsOutputMixin {
    private static final int TEXT_LIMIT = 100;
    private static final int MOST_DAMAGES = 20;

    /** The forms rows have. */
    enum Format {
        TEXT,
        JSON,
        NDJSON
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    @Option(
            names = "--format",
            paramLabel = "text|json|ndjson",
            defaultValue = "text",
            description = "text for people, ndjson a row a line, json one document (default: text)")
    private Format format;

    @Option(names = "--output", paramLabel = "FILE", description = "write there instead of to standard output")
    private Path output;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--limit",
            paramLabel = "N",
            description = "at most that many rows, 0 for all (default: " + TEXT_LIMIT + " as text, else all)")
    private Long limit;

    @Option(names = "--width", paramLabel = "N", description = "fit text into so many columns (default: the window's)")
    private Integer width;

    @Mixin
    StandardHelp help;

    /** Prints the rows that a reader hands out and returns the command's exit code. */
    int print(String command, StateReading reading, RowPipeline.PartitionReader reader) throws IOException {
        RowPipeline pipeline = new RowPipeline(Runtime.getRuntime().availableProcessors(), limit());
        List<Damage> damages;
        if (output == null) {
            PrintWriter out = mixee.commandLine().getOut();
            damages = run(command, reading, reader, pipeline, (bytes, length) -> {
                out.write(new String(bytes, 0, length, StandardCharsets.UTF_8));
                out.flush();
            });
        } else {
            List<Damage> found = new ArrayList<>();
            AnswerFile.writeBytes(
                    output,
                    to -> found.addAll(
                            run(command, reading, reader, pipeline, (bytes, length) -> to.write(bytes, 0, length))));
            damages = found;
        }
        return exitCode(damages);
    }

    private List<Damage> run(
            String command,
            StateReading reading,
            RowPipeline.PartitionReader reader,
            RowPipeline pipeline,
            RowPipeline.ChunkSink sink)
            throws IOException {
        RowShape shape = reading.shape();
        return switch (format) {
            case NDJSON -> {
                StateRowJson json = StateRowJson.of(shape);
                yield pipeline.run(
                        reading.partitions(),
                        reader,
                        (to, row) -> {
                            json.write(to, row);
                            to.raw('\n');
                        },
                        sink);
            }
            case JSON -> new RowsDocument(command, ProductVersion.text(), shape).write(reading, reader, pipeline, sink);
            case TEXT ->
                new RowsTable(shape, width == null ? TerminalWidth.columns() : width)
                        .write(reading, reader, pipeline, sink);
        };
    }

    private long limit() {
        long asked = limit == null ? format == Format.TEXT ? TEXT_LIMIT : 0 : limit;
        return asked <= 0 ? Long.MAX_VALUE : asked;
    }

    private int exitCode(List<Damage> damages) {
        PrintWriter err = mixee.commandLine().getErr();
        for (Damage damage : damages.subList(0, Math.min(MOST_DAMAGES, damages.size()))) {
            err.println(mixee.qualifiedName() + ": " + Printable.of(damage.message()));
        }
        if (damages.size() > MOST_DAMAGES) {
            err.println(mixee.qualifiedName() + ": and " + (damages.size() - MOST_DAMAGES) + " more of the kind");
        }
        return damages.isEmpty() ? ExitCode.FINE : ExitCode.WRONG;
    }
}
