package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.Palette;
import dev.tidemark.render.TextRenderer;
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

    /** When to colour. */
    public enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "text for people, json for scripts (default: text)")
    private Format format;

    @Option(names = "--output", paramLabel = "FILE", description = "write there instead of to standard output")
    private Path output;

    @Option(
            names = "--color",
            paramLabel = "auto|always|never",
            defaultValue = "auto",
            description = "colour the text (default: auto, only on a terminal)")
    private Color color;

    @Mixin
    StandardHelp help;

    /** Prints the report in the chosen form and returns the command's exit code. */
    public int print(Report report) throws IOException {
        if (output == null) {
            PrintWriter out = mixee.commandLine().getOut();
            render(report, out);
            out.flush();
        } else {
            try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(output, StandardCharsets.UTF_8))) {
                render(report, file);
            }
        }
        return ExitCode.of(report.outcome());
    }

    private void render(Report report, PrintWriter to) throws IOException {
        switch (format) {
            case JSON -> new JsonRenderer(ProductVersion.text()).render(report, to);
            case TEXT -> new TextRenderer(palette(), TerminalWidth.columns()).render(report, to);
        }
    }

    private Palette palette() {
        boolean coloured = switch (color) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> output == null && System.console() != null && System.getenv("NO_COLOR") == null;
        };
        return coloured ? Palette.ANSI : Palette.PLAIN;
    }
}
