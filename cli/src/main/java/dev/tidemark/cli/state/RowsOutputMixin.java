package dev.tidemark.cli.state;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.tidemark.cli.AnswerFile;
import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.NobodyReadsException;
import dev.tidemark.cli.ProductVersion;
import dev.tidemark.cli.TerminalWidth;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.evidence.Damage;
import dev.tidemark.render.Printable;
import dev.tidemark.state.operator.RowShape;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.view.state.RowPipeline;
import dev.tidemark.view.state.RowsDocument;
import dev.tidemark.view.state.StateRowJson;

/** How rows leave the house: as they come, never all in memory. */
final class RowsOutputMixin extends Arguments {
    private static final int TEXT_LIMIT = 100;
    private static final int MOST_DAMAGES = 20;

    /** The forms rows have. */
    enum Format {
        TEXT,
        JSON,
        NDJSON
    }

    private final Supplier<Format> format = one(
            Format.class,
            option("--format")
                    .paramLabel("text|json|ndjson")
                    .defaultValue("text")
                    .description("text for people, ndjson a row a line, json one document (default: text)"));

    private final Supplier<Path> output = one(
            Path.class, option("--output").paramLabel("FILE").description("write there instead of to standard output"));

    private final Supplier<Long> limit = one(
            Long.class,
            option("--limit")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsLong())
                    .description("at most that many rows, 0 for all (default: " + TEXT_LIMIT + " as text, else all)"));

    private final Supplier<Integer> width = one(
            Integer.class,
            option("--width")
                    .paramLabel("N")
                    .converters(new WholeNumber.Positive())
                    .description("fit text into so many columns (default: the window's)"));

    /** Prints the rows that a reader hands out and returns the command's exit code. */
    int print(String command, StateReading reading, RowPipeline.PartitionReader reader) throws IOException {
        RowPipeline pipeline = new RowPipeline(Runtime.getRuntime().availableProcessors(), limit());
        List<Damage> damages;
        if (output.get() == null) {
            damages = toStandardOutput(command, reading, reader, pipeline);
        } else {
            List<Damage> found = new ArrayList<>();
            AnswerFile.writeBytes(
                    output.get(),
                    to -> found.addAll(
                            run(command, reading, reader, pipeline, (bytes, length) -> to.write(bytes, 0, length))));
            damages = found;
        }
        return exitCode(
                Stream.concat(reading.damages().stream(), damages.stream()).toList());
    }

    /** Rows that nobody reads are not looked for, nor is what may be wrong with them. */
    private List<Damage> toStandardOutput(
            String command, StateReading reading, RowPipeline.PartitionReader reader, RowPipeline pipeline)
            throws IOException {
        PrintWriter out = commandLine().getOut();
        try {
            return run(command, reading, reader, pipeline, (bytes, length) -> {
                out.write(new String(bytes, 0, length, StandardCharsets.UTF_8));
                NobodyReadsException.flush(out);
            });
        } catch (NobodyReadsException enough) {
            return List.of();
        }
    }

    private List<Damage> run(
            String command,
            StateReading reading,
            RowPipeline.PartitionReader reader,
            RowPipeline pipeline,
            RowPipeline.ChunkSink sink)
            throws IOException {
        RowShape shape = reading.shape();
        return switch (format.get()) {
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
                new RowsTable(shape, width.get() == null ? TerminalWidth.columns() : width.get())
                        .write(reading, reader, pipeline, sink);
        };
    }

    private long limit() {
        long asked = limit.get() == null ? format.get() == Format.TEXT ? TEXT_LIMIT : 0 : limit.get();
        return asked <= 0 ? Long.MAX_VALUE : asked;
    }

    private int exitCode(List<Damage> damages) {
        PrintWriter err = commandLine().getErr();
        for (Damage damage : damages.subList(0, Math.min(MOST_DAMAGES, damages.size()))) {
            err.println(name() + ": " + Printable.of(damage.message()));
        }
        if (damages.size() > MOST_DAMAGES) {
            err.println(name() + ": and " + (damages.size() - MOST_DAMAGES) + " more of the kind");
        }
        return damages.isEmpty() ? ExitCode.FINE : ExitCode.WRONG;
    }
}
