package dev.tidemark.render;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.report.Block;

/** Charts and bars as lines of text; they say the same without colours. */
final class ChartText {
    private static final int ROWS = 10;
    private static final int MOST_COLUMNS = 72;
    private static final int FEWEST_COLUMNS = 16;
    private static final int DOTS_ACROSS = 2;
    private static final int DOTS_UP = 4;
    private static final String GAP = "  ";
    private static final double MS_A_DAY = 86_400_000;

    /** Bits of a braille character by row from the top and column. */
    private static final int[][] BRAILLE = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private static final String EIGHTHS = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589";

    private final Glyphs glyphs;
    private final int widthColumns;

    ChartText(Glyphs glyphs, int widthColumns) {
        this.glyphs = glyphs;
        this.widthColumns = widthColumns;
    }

    /** The least and the greatest of some numbers, made wider where they are one. */
    private record Span(double low, double high) {
        static Span of(double[] values) {
            double low = Double.MAX_VALUE;
            double high = -Double.MAX_VALUE;
            for (double value : values) {
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            return low == high ? new Span(low - 1, high + 1) : new Span(low, high);
        }

        /** Where a value lies, from 0 to {@code last}. */
        int at(double value, int last) {
            return (int) Math.round((value - low) / (high - low) * last);
        }

        double middle() {
            return low + (high - low) / 2;
        }
    }

    /** The drawing with its title and axes. */
    List<String> lines(Block.Chart chart) {
        List<String> lines = new ArrayList<>();
        lines.add(Printable.of(chart.title()));
        if (chart.points().isEmpty()) {
            lines.add(GAP + "nothing to draw");
            return lines;
        }
        Span across =
                Span.of(chart.points().stream().mapToDouble(Block.Point::across).toArray());
        Span up = Span.of(chart.points().stream().mapToDouble(Block.Point::up).toArray());
        String high = label(up.high(), chart.up().unit(), up);
        String middle = label(up.middle(), chart.up().unit(), up);
        String low = label(up.low(), chart.up().unit(), up);
        int labels = Math.max(high.length(), Math.max(middle.length(), low.length()));
        int columns = Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, widthColumns - labels - 2 * GAP.length() - 1));
        lines.add(GAP + Printable.of(chart.up().label()));
        List<String> drawn = draw(chart.points(), across, up, columns);
        for (int row = 0; row < ROWS; row++) {
            String label = row == 0 ? high : row == ROWS / 2 ? middle : row == ROWS - 1 ? low : "";
            lines.add((GAP + " ".repeat(labels - label.length()) + label + axis(label.isEmpty()) + drawn.get(row))
                    .stripTrailing());
        }
        String margin = GAP + " ".repeat(labels);
        lines.add(margin + corner() + line().repeat(columns));
        lines.add(margin + GAP + ends(chart.across(), across, columns));
        return lines;
    }

    private String axis(boolean isBare) {
        if (glyphs == Glyphs.ASCII) {
            return " |";
        }
        return isBare ? " \u2502" : " \u2524";
    }

    private String corner() {
        return glyphs == Glyphs.ASCII ? " +" : " \u2514";
    }

    private String line() {
        return glyphs == Glyphs.ASCII ? "-" : "\u2500";
    }

    /** The first and the last label with the axis' name between them. */
    private static String ends(Block.Axis axis, Span span, int columns) {
        String first = label(span.low(), axis.unit(), span);
        String last = label(span.high(), axis.unit(), span);
        String name = Printable.of(axis.label());
        int room = columns - first.length() - last.length();
        if (room < name.length() + 2) {
            return first + " ".repeat(Math.max(1, room)) + last;
        }
        int before = (room - name.length()) / 2;
        return first + " ".repeat(before) + name + " ".repeat(room - name.length() - before) + last;
    }

    private List<String> draw(List<Block.Point> points, Span across, Span up, int columns) {
        boolean isAscii = glyphs == Glyphs.ASCII;
        int dotColumns = columns * (isAscii ? 1 : DOTS_ACROSS);
        int dotRows = ROWS * (isAscii ? 1 : DOTS_UP);
        boolean[][] dots = new boolean[dotRows][dotColumns];
        int lastX = -1;
        int lastY = -1;
        for (Block.Point point : points) {
            int x = across.at(point.across(), dotColumns - 1);
            int y = dotRows - 1 - up.at(point.up(), dotRows - 1);
            connect(dots, lastX < 0 ? x : lastX, lastX < 0 ? y : lastY, x, y);
            lastX = x;
            lastY = y;
        }
        return isAscii ? stars(dots) : braille(dots, columns);
    }

    /** Sets the dots of a straight line, both ends too. */
    private static void connect(boolean[][] dots, int fromX, int fromY, int toX, int toY) {
        int steps = Math.max(1, Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
        for (int i = 0; i <= steps; i++) {
            int x = fromX + Math.round((float) (toX - fromX) * i / steps);
            int y = fromY + Math.round((float) (toY - fromY) * i / steps);
            dots[y][x] = true;
        }
    }

    private static List<String> stars(boolean[][] dots) {
        List<String> rows = new ArrayList<>();
        for (boolean[] row : dots) {
            StringBuilder line = new StringBuilder();
            for (boolean dot : row) {
                line.append(dot ? '*' : ' ');
            }
            rows.add(line.toString());
        }
        return rows;
    }

    private static List<String> braille(boolean[][] dots, int columns) {
        List<String> rows = new ArrayList<>();
        for (int top = 0; top < dots.length; top += DOTS_UP) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                int bits = 0;
                for (int row = 0; row < DOTS_UP; row++) {
                    for (int side = 0; side < DOTS_ACROSS; side++) {
                        bits |= dots[top + row][column * DOTS_ACROSS + side] ? BRAILLE[row][side] : 0;
                    }
                }
                line.append(bits == 0 ? ' ' : (char) (0x2800 + bits));
            }
            rows.add(line.toString());
        }
        return rows;
    }

    private static String label(double value, Block.Unit unit, Span span) {
        return switch (unit) {
            case NUMBER -> number(value, span);
            case DURATION -> TextRenderer.durationText(Math.max(0, Math.round(value)));
            case INSTANT -> instant(Math.round(value), span);
        };
    }

    private static String number(double value, Span span) {
        boolean isWhole = value == Math.rint(value) || span.high() - span.low() > ROWS;
        return String.format(Locale.ROOT, isWhole ? "%,.0f" : "%,.1f", value);
    }

    private static String instant(long epochMs, Span span) {
        double length = span.high() - span.low();
        String pattern = length > 60 * MS_A_DAY ? "uuuu-MM-dd" : length > MS_A_DAY ? "MM-dd HH:mm" : "MM-dd HH:mm:ss";
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(Instant.ofEpochMilli(epochMs));
    }

    /** Each bar with its label and its value. */
    List<String> lines(Block.Bars bars) {
        List<String> lines = new ArrayList<>();
        lines.add(Printable.of(bars.title()));
        int labels = 0;
        int values = 0;
        double longest = 0;
        for (Block.Bar bar : bars.bars()) {
            labels = Math.max(labels, TextRenderer.width(Printable.of(bar.label())));
            values = Math.max(values, TextRenderer.width(TextRenderer.textOf(bar.value())));
            longest = Math.max(longest, bar.length());
        }
        int columns =
                Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, widthColumns - labels - values - 3 * GAP.length()));
        for (Block.Bar bar : bars.bars()) {
            String label = TextRenderer.pad(Printable.of(bar.label()), labels, false);
            String value = TextRenderer.pad(TextRenderer.textOf(bar.value()), values, true);
            String drawn = longest == 0 ? "" : bar(bar.length() / longest * columns);
            lines.add((GAP + label + GAP + value + GAP + drawn).stripTrailing());
        }
        return lines;
    }

    private String bar(double columns) {
        if (glyphs == Glyphs.ASCII) {
            return "#".repeat((int) Math.round(columns));
        }
        int eighths = (int) Math.round(columns * EIGHTHS.length());
        String rest = eighths % EIGHTHS.length() == 0 ? "" : String.valueOf(EIGHTHS.charAt(eighths % EIGHTHS.length()));
        return "\u2588".repeat(eighths / EIGHTHS.length()) + rest;
    }
}
