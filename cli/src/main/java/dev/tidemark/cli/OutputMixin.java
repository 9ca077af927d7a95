package dev.tidemark.cli;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.Renderer;
import dev.tidemark.report.Report;

/** How a command's answer leaves the house; the same options on every command. */
public final class OutputMixin extends Arguments {
    /** The forms every command has. */
    public enum Format {
        TEXT,
        JSON
    }

    private final Supplier<Format> format = one(
            Format.class,
            option("--format")
                    .paramLabel("text|json")
                    .defaultValue("text")
                    .description("text for people, json for scripts (default: text)"));

    private final DestinationMixin destination = part(new DestinationMixin());

    /** Prints the report in the chosen form and returns the command's exit code. */
    public int print(Report report) throws IOException {
        Renderer renderer = switch (format.get()) {
            case JSON -> new JsonRenderer(ProductVersion.text());
            case TEXT -> destination.text();
        };
        destination.write(commandLine().getOut(), to -> renderer.render(report, to));
        return ExitCode.of(report.outcome());
    }
}
