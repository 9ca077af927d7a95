package dev.tidemark.render;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Tone;

/** A table as lines, each row on one of them or made to fit a width. */
final class TableText {
    private static final String GAP = "  ";
    private static final int NARROWEST = 12;

    private final Palette palette;
    private final Block.Table table;
    private final int[] widths;
    private final boolean[] isRight;
    private final boolean[] canWrap;

    /**
     * A table that was measured.
     *
     * @param widths of each column, title and all cells
     * @param isNumeric whether a column has a number
     * @param hasText whether a column has words
     */
    TableText(Palette palette, Block.Table table, int[] widths, boolean[] isNumeric, boolean[] hasText) {
        this.palette = palette;
        this.table = table;
        this.widths = widths;
        this.isRight = new boolean[widths.length];
        this.canWrap = hasText;
        for (int c = 0; c < widths.length; c++) {
            isRight[c] = isNumeric[c] && !hasText[c];
        }
    }

    /** A line for each row, however long. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        StringBuilder head = new StringBuilder();
        for (int c = 0; c < widths.length; c++) {
            head.append(GAP).append(TextRenderer.pad(table.columns().get(c), widths[c], isRight[c]));
        }
        if (!head.toString().isBlank()) {
            lines.add(palette.paint(Tone.FAINT, head.toString().stripTrailing()));
        }
        for (List<Cell> row : table.rows()) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                String text = TextRenderer.pad(TextRenderer.textOf(row.get(c)), widths[c], isRight[c]);
                line.append(GAP).append(palette.paint(row.get(c).tone(), text));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** Lines no longer than that, as far as words allow. */
    List<String> lines(int mostColumns) {
        if (total() <= mostColumns) {
            return lines();
        }
        while (total() > mostColumns) {
            int widest = widestThatWraps();
            if (widest < 0) {
                return records(mostColumns);
            }
            widths[widest] = Math.max(NARROWEST, widths[widest] - (total() - mostColumns));
        }
        List<String> lines = new ArrayList<>();
        List<List<String>> titles = new ArrayList<>();
        for (int c = 0; c < widths.length; c++) {
            titles.add(wrap(table.columns().get(c), widths[c]));
        }
        if (!String.join("", table.columns()).isBlank()) {
            add(titles, List.of(), lines);
        }
        for (List<Cell> row : table.rows()) {
            List<List<String>> cells = new ArrayList<>();
            for (int c = 0; c < widths.length; c++) {
                cells.add(wrap(TextRenderer.textOf(row.get(c)), widths[c]));
            }
            add(cells, row, lines);
        }
        return lines;
    }

    private int total() {
        int total = 0;
        for (int width : widths) {
            total += GAP.length() + width;
        }
        return total;
    }

    /** The widest column that is wider than the narrowest a column may be; the others give way first to it. */
    private int widestThatWraps() {
        int widest = -1;
        for (int c = 0; c < widths.length; c++) {
            if (canWrap[c] && widths[c] > NARROWEST && (widest < 0 || widths[c] > widths[widest])) {
                widest = c;
            }
        }
        return widest;
    }

    /** The lines of one row; without cells it is the head. */
    private void add(List<List<String>> cells, List<Cell> row, List<String> lines) {
        int height = cells.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < height; i++) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                String text = i < cells.get(c).size() ? cells.get(c).get(i) : "";
                String padded = TextRenderer.pad(text, widths[c], isRight[c]);
                line.append(GAP)
                        .append(palette.paint(
                                row.isEmpty() ? Tone.FAINT : row.get(c).tone(), padded));
            }
            lines.add(line.toString().stripTrailing());
        }
    }

    /** Each row as a block of labels and values. */
    private List<String> records(int mostColumns) {
        int labels =
                table.columns().stream().mapToInt(TextRenderer::width).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (List<Cell> row : table.rows()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            for (int c = 0; c < widths.length; c++) {
                String label = palette.paint(
                        Tone.FAINT, TextRenderer.pad(table.columns().get(c), labels, false));
                String margin = GAP + " ".repeat(labels) + GAP;
                int most = Math.max(NARROWEST, mostColumns - margin.length());
                List<String> wrapped = wrap(TextRenderer.textOf(row.get(c)), most);
                for (int i = 0; i < wrapped.size(); i++) {
                    lines.add((i == 0 ? GAP + label + GAP : margin)
                            + palette.paint(row.get(c).tone(), wrapped.get(i)));
                }
            }
        }
        return lines;
    }

    /** Broken at blanks, else behind a character that ends a part of a name, else anywhere. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (TextRenderer.width(rest) > width) {
            int limit = rest.offsetByCodePoints(0, width);
            int cut = rest.lastIndexOf(' ', limit);
            int next = cut + 1;
            if (cut < limit / 3) {
                cut = lastBreak(rest, limit);
                next = cut;
            }
            lines.add(rest.substring(0, cut));
            rest = rest.substring(next);
        }
        lines.add(rest);
        return lines;
    }

    private static int lastBreak(String text, int limit) {
        for (int i = limit; i > limit / 2; i--) {
            if ("/-.,;:=_".indexOf(text.charAt(i - 1)) >= 0) {
                return i;
            }
        }
        return limit;
    }
}
