package dev.tidemark.cli;

import java.io.IOException;

import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.Renderer;
import dev.tidemark.report.Report;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command's answer leaves the house; the same options on every command. */
public final class OutputMixin {
    /** The forms every command has. */
    public enum Format {
        TEXT,
        JSON
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "text for people, json for scripts (default: text)")
    private Format format;

    @Mixin
    private DestinationMixin destination;

    /** Prints the report in the chosen form and returns the command's exit code. */
    public int print(Report report) throws IOException {
        Renderer renderer = switch (format) {
            case JSON -> new JsonRenderer(ProductVersion.text());
            case TEXT -> destination.text();
        };
        destination.write(mixee.commandLine().getOut(), to -> renderer.render(report, to));
        return ExitCode.of(report.outcome());
    }
}
