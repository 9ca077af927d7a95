package dev.tidemark.cli.table;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.tidemark.cli.AnswerFile;
import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.NobodyReadsException;
import dev.tidemark.cli.ProductVersion;
import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.Printable;
import dev.tidemark.view.table.Line;

/** How lines leave the house: each at once, none kept. */
final class LinesOutputMixin extends Arguments {
    /** The forms lines have. */
    enum Format {
        TEXT,
        JSON,
        NDJSON
    }

    /** Hands over lines as they are found. */
    interface Source {
        void forEach(Consumer<Line> each) throws IOException;
    }

    private final Supplier<Format> format = one(
            Format.class,
            option("--format")
                    .paramLabel("text|json|ndjson")
                    .defaultValue("text")
                    .description("text for people, ndjson an object a line, json one document (default: text)"));

    private final Supplier<Path> output = one(
            Path.class, option("--output").paramLabel("FILE").description("write there instead of to standard output"));

    /**
     * Prints what a source hands over.
     *
     * @param rows the name of the array in the JSON document
     * @param titles a first line of text; may be empty
     */
    int print(String command, String rows, String titles, Source source) throws IOException {
        if (output.get() == null) {
            PrintWriter out = commandLine().getOut();
            try {
                write(out, command, rows, titles, source);
            } catch (NobodyReadsException enough) {
                return ExitCode.FINE;
            }
            out.flush();
        } else {
            AnswerFile.write(output.get(), to -> write(to, command, rows, titles, source));
        }
        return ExitCode.FINE;
    }

    private void write(PrintWriter to, String command, String rows, String titles, Source source) throws IOException {
        switch (format.get()) {
            case TEXT -> {
                if (!titles.isEmpty()) {
                    to.println(titles);
                }
                boolean[] isEmpty = {true};
                source.forEach(line -> {
                    to.println(Printable.of(line.text()));
                    sendOn(to);
                    isEmpty[0] = false;
                });
                if (isEmpty[0]) {
                    commandLine().getErr().println(name() + ": no " + rows);
                }
            }
            case NDJSON ->
                source.forEach(line -> {
                    to.println(line.json());
                    sendOn(to);
                });
            case JSON -> {
                String header =
                        new JsonRenderer(ProductVersion.text()).header(command).toString();
                to.print("{\"tidemark\": " + header + ",\n\"" + rows + "\": [");
                boolean[] isFirst = {true};
                source.forEach(line -> {
                    to.print(isFirst[0] ? "\n" : ",\n");
                    to.print(line.json());
                    isFirst[0] = false;
                });
                to.println("\n]}");
            }
        }
    }

    /** At once, so that a reader sees each line when it is there. */
    private void sendOn(PrintWriter to) {
        if (output.get() == null) {
            NobodyReadsException.flush(to);
        } else {
            to.flush();
        }
    }
}
