package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A report's blocks as GitHub-flavoured Markdown: for a comment, a step's summary, a wiki. */
public final class MarkdownRenderer implements Renderer {
    private static final int DRAWING_COLUMNS = 80;

    @Override
    public void render(Report report, Writer to) throws IOException {
        to.write("## tidemark " + escaped(report.command()) + "\n");
        for (Block block : report.blocks()) {
            to.write('\n');
            write(block, to);
        }
    }

    private static void write(Block block, Writer to) throws IOException {
        if (block instanceof Block.Verdict verdict) {
            to.write("**" + mark(verdict.tone()) + " " + escaped(verdict.headline()) + "**\n");
            item(to, "why", verdict.reason());
            item(to, "do", verdict.remedy());
        } else if (block instanceof Block.Heading heading) {
            to.write("### " + escaped(heading.text()) + "\n");
        } else if (block instanceof Block.Facts facts) {
            to.write("| | |\n|---|---|\n");
            for (Block.Fact fact : facts.facts()) {
                to.write("| " + escaped(fact.label()) + " | " + text(fact.value()) + " |\n");
            }
        } else if (block instanceof Block.Table table) {
            write(table, to);
        } else if (block instanceof Block.Alert alert) {
            to.write("- " + mark(alert.tone()) + " **" + escaped(alert.label()) + "** " + escaped(alert.summary())
                    + "\n");
            nested(to, "at", alert.where());
            nested(to, "then", alert.consequence());
            nested(to, "do", alert.remedy());
        } else if (block instanceof Block.Note note) {
            to.write(escaped(note.text()) + "\n");
        } else if (block instanceof Block.Figure figure) {
            to.write("**" + escaped(figure.title()) + "** " + escaped(figure.description()) + "\n");
        } else if (block instanceof Block.Listing listing) {
            for (String line : listing.lines()) {
                to.write("    " + Printable.of(line) + "\n");
            }
        } else if (block instanceof Block.Chart chart) {
            drawing(new ChartText(Glyphs.UNICODE, DRAWING_COLUMNS).lines(chart), to);
        } else if (block instanceof Block.Bars bars) {
            drawing(new ChartText(Glyphs.UNICODE, DRAWING_COLUMNS).lines(bars), to);
        }
    }

    private static void drawing(List<String> lines, Writer to) throws IOException {
        for (String line : lines) {
            to.write("    " + line + "\n");
        }
    }

    private static void write(Block.Table table, Writer to) throws IOException {
        to.write(row(table.columns().stream().map(MarkdownRenderer::escaped).toList()));
        to.write(row(table.columns().stream().map(column -> "---").toList()));
        for (List<Cell> cells : table.rows()) {
            to.write(row(cells.stream().map(MarkdownRenderer::text).toList()));
        }
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static void item(Writer to, String label, String sentence) throws IOException {
        if (!sentence.isEmpty()) {
            to.write("\n- " + label + ": " + escaped(sentence) + "\n");
        }
    }

    private static void nested(Writer to, String label, String sentence) throws IOException {
        if (!sentence.isEmpty()) {
            to.write("  - " + label + ": " + escaped(sentence) + "\n");
        }
    }

    private static String text(Cell cell) {
        return escaped(TextRenderer.textOf(cell));
    }

    private static String mark(Tone tone) {
        return switch (tone) {
            case GOOD -> "\u2705";
            case WARN -> "\u26a0\ufe0f";
            case BAD -> "\u274c";
            case UNKNOWN -> "\u2753";
            case PLAIN, FAINT -> "\u2139\ufe0f";
        };
    }

    /** What Markdown or HTML would obey is shown. */
    private static String escaped(String text) {
        StringBuilder safe = new StringBuilder();
        Printable.of(text).codePoints().forEach(codePoint -> {
            switch (codePoint) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '@' -> safe.append("&#64;");
                case '\\', '`', '*', '_', '[', ']', '|', '#', '~', '!' ->
                    safe.append('\\').appendCodePoint(codePoint);
                default -> safe.appendCodePoint(codePoint);
            }
        });
        return safe.toString();
    }
}
