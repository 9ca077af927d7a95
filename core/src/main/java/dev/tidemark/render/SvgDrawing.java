package dev.tidemark.render;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

import dev.tidemark.report.Drawing;
import dev.tidemark.report.Tone;

/** Draws figures as SVG that needs no script: shapes tell what colours tell, and each mark has its words. */
final class SvgDrawing {
    private static final int WIDTH = 960;
    private static final int LEFT = 132;
    private static final int RIGHT = 24;
    private static final int PLOT = WIDTH - LEFT - RIGHT;

    private static final int LANE_HEIGHT = 30;
    private static final int CURVE_HEIGHT = 230;
    private static final int LEGEND_HEIGHT = 26;
    private static final int AXIS_HEIGHT = 44;
    private static final int BAR_HEIGHT = 22;

    private static final int CHART_TOP = 14;
    private static final String[] DASHES = {"none", "7 4", "2 3", "10 3 2 3"};

    private final Markup out;
    private final String title;
    private final String description;
    private final String id;

    SvgDrawing(Markup out, String id, String title, String description) {
        this.out = out;
        this.id = id;
        this.title = title;
        this.description = description;
    }

    void draw(Drawing drawing) throws IOException {
        if (drawing instanceof Drawing.Lanes lanes) {
            lanes(lanes);
        } else if (drawing instanceof Drawing.Curves curves) {
            curves(curves);
        } else if (drawing instanceof Drawing.Bars bars) {
            bars(bars);
        }
    }

    private void begin(int height) throws IOException {
        out.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + WIDTH + " " + height,
                "role",
                "img",
                "aria-labelledby",
                id + "-title " + id + "-desc");
        out.element("title", title, "id", id + "-title");
        out.element("desc", description, "id", id + "-desc").line();
    }

    private void end() throws IOException {
        out.close("svg").line();
    }

    private void lanes(Drawing.Lanes lanes) throws IOException {
        int rows = lanes.lanes().size();
        begin(CHART_TOP + rows * LANE_HEIGHT + AXIS_HEIGHT);
        double step = (double) PLOT / Math.max(1, lanes.columns().size());
        for (int row = 0; row < rows; row++) {
            Drawing.Lane lane = lanes.lanes().get(row);
            int y = CHART_TOP + row * LANE_HEIGHT;
            double middle = y + LANE_HEIGHT / 2.0;
            text(LEFT - 12, middle + 4, "end", "lane", lane.label());
            line(LEFT, middle, LEFT + (double) PLOT, middle, "rail");
            for (Drawing.Mark mark : lane.marks()) {
                int column = java.util.Collections.binarySearch(lanes.columns(), mark.column());
                if (column >= 0) {
                    mark(mark, LEFT + (column + 0.5) * step, middle, Math.min(step - 1.5, LANE_HEIGHT - 10.0));
                }
            }
        }
        int y = CHART_TOP + rows * LANE_HEIGHT + 16;
        int every = Math.max(1, (int) Math.ceil(44 / step));
        for (int column = 0; column < lanes.columns().size(); column += every) {
            text(
                    LEFT + (column + 0.5) * step,
                    y,
                    "middle",
                    "tick",
                    Ticks.grouped(lanes.columns().get(column)));
        }
        text(LEFT + PLOT / 2.0, y + 20.0, "middle", "axis", lanes.columnTitle());
        end();
    }

    private void mark(Drawing.Mark mark, double x, double y, double size) throws IOException {
        double side = Math.max(1.5, size);
        out.open(
                "g",
                "class",
                "mark " + css(mark.tone()) + " " + mark.shape().name().toLowerCase(Locale.ROOT));
        out.element("title", mark.text());
        String[] box = {
            "x",
            number(x - side / 2),
            "y",
            number(y - 10),
            "width",
            number(side),
            "height",
            "20",
            "rx",
            number(Math.min(3, side / 3))
        };
        out.empty("rect", box);
        if (mark.shape() == Drawing.Shape.CROSS && side >= 5) {
            double arm = Math.min(side / 2 - 1.5, 6);
            line(x - arm, y - arm, x + arm, y + arm, "stroke");
            line(x - arm, y + arm, x + arm, y - arm, "stroke");
        }
        out.close("g");
    }

    private void curves(Drawing.Curves curves) throws IOException {
        Range xs = new Range();
        Range ys = new Range();
        for (Drawing.Curve curve : curves.curves()) {
            for (Drawing.Point point : curve.points()) {
                xs.add(point.x());
                ys.add(point.y());
            }
        }
        if (curves.yUnit() != Drawing.Unit.INSTANT && curves.yUnit() != Drawing.Unit.ORDINAL) {
            ys.add(0);
        }
        int top = CHART_TOP + LEGEND_HEIGHT;
        begin(top + CURVE_HEIGHT + AXIS_HEIGHT);
        legend(curves.curves());
        Scale x = new Scale(xs, LEFT + 8.0, LEFT + PLOT - 8.0);
        Scale y = new Scale(ys, top + CURVE_HEIGHT - 6.0, top + 6.0);
        for (long tick : Ticks.between(ys.least(), ys.most(), 5, curves.yUnit())) {
            line(LEFT, y.of(tick), LEFT + (double) PLOT, y.of(tick), "grid");
            text(LEFT - 12, y.of(tick) + 4, "end", "tick", Ticks.label(tick, ys.span(), curves.yUnit()));
        }
        line(LEFT, top + (double) CURVE_HEIGHT, LEFT + (double) PLOT, top + (double) CURVE_HEIGHT, "base");
        for (long tick : Ticks.between(xs.least(), xs.most(), 12, Drawing.Unit.COUNT)) {
            text(x.of(tick), top + CURVE_HEIGHT + 18.0, "middle", "tick", Ticks.grouped(tick));
        }
        text(LEFT + PLOT / 2.0, top + CURVE_HEIGHT + 38.0, "middle", "axis", curves.xTitle());
        for (int i = 0; i < curves.curves().size(); i++) {
            curve(curves.curves().get(i), i, x, y, curves);
        }
        end();
    }

    private void curve(Drawing.Curve curve, int index, Scale x, Scale y, Drawing.Curves curves) throws IOException {
        StringBuilder path = new StringBuilder();
        for (Drawing.Point point : curve.points()) {
            path.append(path.length() == 0 ? "M" : " L").append(number(x.of(point.x())));
            path.append(' ').append(number(y.of(point.y())));
        }
        String style = "line-" + index % DASHES.length;
        if (curve.points().size() > 1) {
            out.empty("path", "d", path.toString(), "class", "curve " + style, "stroke-dasharray", dash(index));
        }
        double radius = curve.points().size() > 60 ? 1.2 : 3;
        for (Drawing.Point point : curve.points()) {
            out.open(
                    "circle",
                    "cx",
                    number(x.of(point.x())),
                    "cy",
                    number(y.of(point.y())),
                    "r",
                    number(radius),
                    "class",
                    "dot " + style);
            out.element(
                    "title",
                    curve.label() + ", " + curves.xTitle() + " " + Ticks.grouped(point.x()) + ": "
                            + Ticks.words(point.y(), curves.yUnit()));
            out.close("circle");
        }
        out.line();
    }

    private void legend(List<Drawing.Curve> curves) throws IOException {
        double x = LEFT;
        for (int i = 0; i < curves.size(); i++) {
            out.empty(
                    "line",
                    "x1",
                    number(x),
                    "y1",
                    "18",
                    "x2",
                    number(x + 28),
                    "y2",
                    "18",
                    "class",
                    "curve line-" + i % DASHES.length,
                    "stroke-dasharray",
                    dash(i));
            text(x + 36, 22, "start", "legend", curves.get(i).label());
            x += 36 + 7.4 * Math.min(60, curves.get(i).label().length()) + 28;
        }
    }

    private static String dash(int index) {
        return DASHES[index % DASHES.length];
    }

    private void bars(Drawing.Bars bars) throws IOException {
        int count = bars.bars().size();
        Range range = new Range();
        range.add(0);
        bars.bars().forEach(bar -> range.add(bar.value()));
        begin(CHART_TOP + count * BAR_HEIGHT + 8);
        Scale x = new Scale(range, LEFT, LEFT + PLOT - 96.0);
        for (int i = 0; i < count; i++) {
            Drawing.Bar bar = bars.bars().get(i);
            double y = CHART_TOP + i * (double) BAR_HEIGHT;
            text(LEFT - 12, y + 14, "end", "lane", bar.label());
            double length = Math.max(bar.value() > 0 ? 1.5 : 0, x.of(bar.value()) - LEFT);
            out.empty(
                    "rect",
                    "x",
                    number(LEFT),
                    "y",
                    number(y + 3),
                    "width",
                    number(length),
                    "height",
                    number(BAR_HEIGHT - 6.0),
                    "rx",
                    "2",
                    "class",
                    "bar " + css(bar.tone()));
            text(LEFT + length + 8, y + 14, "start", "tick", Ticks.label(bar.value(), 0, bars.unit()));
        }
        end();
    }

    private void text(double x, double y, String anchor, String style, String text) throws IOException {
        String shown = anchor.equals("end") && text.length() > 19 ? text.substring(0, 18) + "\u2026" : text;
        out.element("text", shown, "x", number(x), "y", number(y), "text-anchor", anchor, "class", style);
    }

    private void line(double x1, double y1, double x2, double y2, String style) throws IOException {
        out.empty("line", "x1", number(x1), "y1", number(y1), "x2", number(x2), "y2", number(y2), "class", style);
    }

    static String css(Tone tone) {
        return "tone-" + tone.name().toLowerCase(Locale.ROOT);
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** The least and the most of some numbers. */
    private static final class Range {
        private long least = Long.MAX_VALUE;
        private long most = Long.MIN_VALUE;

        void add(long value) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        long least() {
            return least > most ? 0 : least;
        }

        long most() {
            return least > most ? 1 : most;
        }

        long span() {
            double span = (double) most() - least();
            return span > Long.MAX_VALUE ? Long.MAX_VALUE : (long) span;
        }
    }

    /** From numbers to places on the paper. */
    private record Scale(Range range, double from, double to) {
        double of(long value) {
            double span = (double) range.most() - range.least();
            return span == 0 ? (from + to) / 2 : from + (to - from) * (((double) value - range.least()) / span);
        }
    }
}
