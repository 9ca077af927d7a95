package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

import dev.tidemark.render.Palette;
import dev.tidemark.render.TextRenderer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where an answer goes and in which colours; the same options on every command that has one. */
public final class DestinationMixin {
    /** When to colour. */
    public enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    /** Writes an answer. */
    public interface Answer {
        void write(PrintWriter to) throws IOException;
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write there instead of to standard output")
    private Path output;

    @Option(
            names = "--color",
            paramLabel = "auto|always|never",
            defaultValue = "auto",
            description = "colour the text (default: auto, only on a terminal)")
    private Color color;

    @Option(
            names = "--width",
            paramLabel = "N",
            description =
                    "fit text, tables too, into so many columns (default: the window's, tables as wide as they are)")
    private Integer width;

    @Mixin
    StandardHelp help;

    /**
     * Hands the answer a place to write to, and closes what it opened.
     *
     * @param out where answers go that nobody sent elsewhere
     */
    public void write(PrintWriter out, Answer answer) throws IOException {
        if (output == null) {
            answer.write(out);
            out.flush();
        } else {
            AnswerFile.write(output, answer);
        }
    }

    /** Whether the answer goes to a file that was named. */
    boolean hasFile() {
        return output != null;
    }

    /** Text for where the answer goes. */
    public TextRenderer text() {
        boolean coloured = switch (color) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> output == null && System.console() != null && System.getenv("NO_COLOR") == null;
        };
        Palette palette = coloured ? Palette.ANSI : Palette.PLAIN;
        return width == null
                ? new TextRenderer(palette, TerminalWidth.columns())
                : new TextRenderer(palette, width, TextRenderer.Tables.FITTED);
    }
}
