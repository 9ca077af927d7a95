package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Figures;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A report's blocks as text: aligned, wrapped at the terminal's width, coloured by the palette. */
public final class TextRenderer implements Renderer {
    private static final String GAP = "  ";

    private final Palette palette;
    private final int widthColumns;
    private final Tables tables;
    private final Glyphs glyphs;

    /** What happens to a table that is wider than the place it is shown in. */
    public enum Tables {
        /** It stays a line for each row: for files and pipes. */
        WHOLE,
        /** Long cells wrap; where that is not enough, rows become labels and values. */
        FITTED
    }

    /**
     * A renderer for one kind of place, its tables whole.
     *
     * @param widthColumns where paragraphs wrap
     */
    public TextRenderer(Palette palette, int widthColumns) {
        this(palette, widthColumns, Tables.WHOLE);
    }

    /**
     * A renderer for one kind of place.
     *
     * @param widthColumns where paragraphs wrap
     */
    public TextRenderer(Palette palette, int widthColumns, Tables tables) {
        this(palette, widthColumns, tables, Glyphs.UNICODE);
    }

    /**
     * A renderer for one kind of place.
     *
     * @param widthColumns where paragraphs wrap
     * @param glyphs what charts are drawn with
     */
    public TextRenderer(Palette palette, int widthColumns, Tables tables, Glyphs glyphs) {
        this.palette = palette;
        this.widthColumns = Math.max(40, widthColumns);
        this.tables = tables;
        this.glyphs = glyphs;
    }

    /** Writes all blocks, a blank line between them. */
    @Override
    public void render(Report report, Writer to) throws IOException {
        boolean first = true;
        for (Block block : report.blocks()) {
            if (!first) {
                to.write('\n');
            }
            first = block instanceof Block.Heading;
            for (String line : linesOf(block)) {
                to.write(line.stripTrailing());
                to.write('\n');
            }
        }
    }

    /**
     * Writes one entry of a long list: a word that judges, what it judges, and a detail below where it matters.
     *
     * @param detail may be empty
     */
    public void entry(Writer to, Tone tone, String word, String text, String detail) throws IOException {
        to.write(palette.paint(tone, pad(Printable.of(word), 8, false)) + Printable.of(text));
        to.write('\n');
        if (!detail.isEmpty()) {
            String margin = " ".repeat(8);
            for (String line : wrap(Printable.of(detail), widthColumns - margin.length())) {
                to.write((margin + line).stripTrailing());
                to.write('\n');
            }
        }
    }

    private List<String> linesOf(Block block) {
        if (block instanceof Block.Verdict verdict) {
            return verdict(verdict);
        } else if (block instanceof Block.Heading heading) {
            return List.of(palette.bold(Printable.of(heading.text())));
        } else if (block instanceof Block.Facts facts) {
            return facts(facts);
        } else if (block instanceof Block.Table table) {
            return table(table);
        } else if (block instanceof Block.Alert alert) {
            return alert(alert);
        } else if (block instanceof Block.Note note) {
            return wrap(Printable.of(note.text()), widthColumns).stream()
                    .map(line -> palette.paint(note.tone(), line))
                    .toList();
        } else if (block instanceof Block.Figure figure) {
            return wrap(Printable.of(figure.title() + ": " + figure.description()), widthColumns);
        }
        if (block instanceof Block.Chart chart) {
            return new ChartText(glyphs, widthColumns).lines(chart);
        } else if (block instanceof Block.Bars bars) {
            return new ChartText(glyphs, widthColumns).lines(bars);
        }
        return ((Block.Listing) block).lines().stream().map(Printable::of).toList();
    }

    private List<String> verdict(Block.Verdict verdict) {
        List<String> lines = new ArrayList<>();
        for (String line : wrap(Printable.of(verdict.headline()), widthColumns)) {
            lines.add(palette.bold(palette.paint(verdict.tone(), line)));
        }
        indented(lines, "why", verdict.reason());
        indented(lines, "do", verdict.remedy());
        return lines;
    }

    private List<String> alert(Block.Alert alert) {
        List<String> lines = new ArrayList<>();
        List<String> summary = wrap(Printable.of(alert.label() + GAP + alert.summary()), widthColumns - GAP.length());
        lines.add(palette.paint(alert.tone(), summary.get(0)));
        summary.subList(1, summary.size()).forEach(line -> lines.add(GAP + line));
        indented(lines, "at", alert.where());
        indented(lines, "then", alert.consequence());
        indented(lines, "do", alert.remedy());
        return lines;
    }

    private void indented(List<String> lines, String label, String text) {
        if (text.isEmpty()) {
            return;
        }
        String margin = GAP + pad(label, 4, false) + GAP;
        List<String> wrapped = wrap(Printable.of(text), widthColumns - margin.length());
        for (int i = 0; i < wrapped.size(); i++) {
            lines.add((i == 0 ? palette.paint(Tone.FAINT, margin) : " ".repeat(margin.length())) + wrapped.get(i));
        }
    }

    private List<String> facts(Block.Facts facts) {
        int labelWidth = facts.facts().stream()
                .mapToInt(fact -> width(fact.label()))
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (Block.Fact fact : facts.facts()) {
            String label = pad(fact.label(), labelWidth, false);
            List<String> wrapped = wrap(textOf(fact.value()), widthColumns - labelWidth - 2 * GAP.length());
            for (int i = 0; i < wrapped.size(); i++) {
                String margin = i == 0 ? palette.paint(Tone.FAINT, label) : " ".repeat(labelWidth);
                lines.add(GAP + margin + GAP + palette.paint(fact.value().tone(), wrapped.get(i)));
            }
        }
        return lines;
    }

    private List<String> table(Block.Table table) {
        int columns = table.columns().size();
        int[] widths = new int[columns];
        boolean[] isNumeric = new boolean[columns];
        boolean[] hasText = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            widths[c] = width(table.columns().get(c));
        }
        for (List<Cell> row : table.rows()) {
            for (int c = 0; c < columns; c++) {
                Cell cell = row.get(c);
                widths[c] = Math.max(widths[c], width(textOf(cell)));
                isNumeric[c] |= cell instanceof Cell.Count || cell instanceof Cell.Bytes;
                hasText[c] |= cell instanceof Cell.Text;
            }
        }
        TableText text = new TableText(palette, table, widths, isNumeric, hasText);
        return tables == Tables.WHOLE ? text.lines() : text.lines(widthColumns);
    }

    static String textOf(Cell cell) {
        if (cell instanceof Cell.Text text) {
            return Printable.of(text.value());
        } else if (cell instanceof Cell.Count count) {
            return Long.toString(count.value());
        } else if (cell instanceof Cell.Bytes bytes) {
            return sizeText(bytes.value());
        } else if (cell instanceof Cell.Instant instant) {
            return instantText(instant.epochMs());
        } else if (cell instanceof Cell.Duration duration) {
            return durationText(duration.ms());
        }
        return "-";
    }

    static String sizeText(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 1024 && unit < 4) {
            value /= 1024;
            unit++;
        }
        return Figures.tenths(value) + " " + "KMGTP".charAt(unit) + "iB";
    }

    static String instantText(long epochMs) {
        return Instant.ofEpochMilli(epochMs).toString();
    }

    static String durationText(long ms) {
        if (ms < 1000) {
            return ms + " ms";
        }
        long seconds = ms / 1000;
        if (seconds < 120) {
            return Figures.tenths(ms / 1000.0) + " s";
        }
        return seconds < 7200
                ? seconds / 60 + " min"
                : seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
    }

    private static List<String> wrap(String text, int width) {
        int limit = Math.max(20, width);
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > 0 && width(line.toString()) + 1 + width(word) > limit) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    static String pad(String text, int columns, boolean right) {
        String spaces = " ".repeat(Math.max(0, columns - width(text)));
        return right ? spaces + text : text + spaces;
    }

    static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
