package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;

import dev.tidemark.render.Palette;
import dev.tidemark.render.TextRenderer;

/** Where an answer goes and in which colours; the same options on every command that has one. */
public final class DestinationMixin extends Arguments {
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

    private final Supplier<Path> output = one(
            Path.class,
            option("-o", "--output").paramLabel("FILE").description("write there instead of to standard output"));

    private final Supplier<Color> color = one(
            Color.class,
            option("--color")
                    .paramLabel("auto|always|never")
                    .defaultValue("auto")
                    .description("colour the text (default: auto, only on a terminal)"));

    private final Supplier<Integer> width = one(
            Integer.class,
            option("--width")
                    .paramLabel("N")
                    .converters(new WholeNumber.Positive())
                    .description(
                            "fit text, tables too, into so many columns (default: the window's, tables as wide as they are)"));

    /**
     * Hands the answer a place to write to, and closes what it opened.
     *
     * @param out where answers go that nobody sent elsewhere
     */
    public void write(PrintWriter out, Answer answer) throws IOException {
        if (output.get() == null) {
            answer.write(out);
            out.flush();
        } else {
            AnswerFile.write(output.get(), answer);
        }
    }

    /** Whether the answer goes to a file that was named. */
    boolean hasFile() {
        return output.get() != null;
    }

    /** Text for where the answer goes. */
    public TextRenderer text() {
        boolean coloured = switch (color.get()) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> output.get() == null && System.console() != null && System.getenv("NO_COLOR") == null;
        };
        Palette palette = coloured ? Palette.ANSI : Palette.PLAIN;
        return width.get() == null
                ? new TextRenderer(palette, TerminalWidth.columns())
                : new TextRenderer(palette, width.get(), TextRenderer.Tables.FITTED);
    }
}
