package dev.tidemark.report;

import java.util.List;

/** What a figure draws, as values. Meaning is told by shape and words, and by tone besides. */
public sealed interface Drawing {
    /** What the numbers of an axis are. */
    enum Unit {
        /** Plain numbers, such as batches or rows. */
        COUNT,
        /** Numbers that name something, such as versions: the distance from zero means nothing. */
        ORDINAL,
        /** Epoch milliseconds. */
        INSTANT,
        /** Milliseconds. */
        DURATION,
        /** Bytes. */
        BYTES
    }

    /** How a mark looks. */
    enum Shape {
        /** There and well. */
        FULL,
        /** Begun and not done. */
        HOLLOW,
        /** Damaged, or there against the rules. */
        CROSS,
        /** Missing where it should be. */
        GAP
    }

    /**
     * Marks in rows over shared columns, such as batches.
     *
     * @param columnTitle what a column is
     * @param columns their numbers, ascending
     */
    record Lanes(String columnTitle, List<Long> columns, List<Lane> lanes) implements Drawing {
        public Lanes {
            columns = List.copyOf(columns);
            lanes = List.copyOf(lanes);
        }
    }

    /** One row of marks. */
    record Lane(String label, List<Mark> marks) {
        public Lane {
            marks = List.copyOf(marks);
        }
    }

    /**
     * One mark.
     *
     * @param column its number
     * @param text what it says in words
     */
    record Mark(long column, Shape shape, Tone tone, String text) {}

    /**
     * Lines over a shared axis.
     *
     * @param xTitle what the axis counts
     * @param yUnit what the values are
     */
    record Curves(String xTitle, Unit yUnit, List<Curve> curves) implements Drawing {
        public Curves {
            curves = List.copyOf(curves);
        }
    }

    /** One line; points by x. */
    record Curve(String label, List<Point> points) {
        public Curve {
            points = List.copyOf(points);
        }
    }

    /** One point. */
    record Point(long x, long y) {}

    /**
     * Bars from zero.
     *
     * @param unit what the values are
     */
    record Bars(Unit unit, List<Bar> bars) implements Drawing {
        public Bars {
            bars = List.copyOf(bars);
        }
    }

    /** One bar. */
    record Bar(String label, long value, Tone tone) {}
}
