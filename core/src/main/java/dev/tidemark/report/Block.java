package dev.tidemark.report;

import java.util.List;

import dev.tidemark.format.json.LazyList;

/** One part of a report for the eye. */
public sealed interface Block {
    /**
     * The answer: what is so, why, and what to do about it. The first block of a report that has one.
     *
     * @param reason may be empty
     * @param remedy may be empty
     */
    record Verdict(Tone tone, String headline, String reason, String remedy) implements Block {}

    /** A title over the blocks that follow. */
    record Heading(String text) implements Block {}

    /** Labels and values, aligned. */
    record Facts(List<Fact> facts) implements Block {
        public Facts {
            facts = List.copyOf(facts);
        }
    }

    /** One label and its value. */
    record Fact(String label, Cell value) {}

    /** Rows under column titles. Numbers stand right, all else left. Lazy rows stay lazy. */
    record Table(List<String> columns, List<List<Cell>> rows) implements Block {
        public Table {
            columns = List.copyOf(columns);
            rows = rows instanceof LazyList<List<Cell>>
                    ? rows
                    : rows.stream().map(List::copyOf).toList();
        }
    }

    /**
     * A finding in at most five lines.
     *
     * @param label severity and rule, such as {@code FATAL CKP-003}
     * @param where the evidence; may be empty
     */
    record Alert(Tone tone, String label, String summary, String where, String consequence, String remedy)
            implements Block {}

    /** A paragraph, wrapped. */
    record Note(Tone tone, String text) implements Block {}

    /** Lines shown as they are. */
    record Listing(List<String> lines) implements Block {
        public Listing {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A drawing, for formats that can draw; the others show its title and what it shows in words.
     *
     * @param description what one sees, in a sentence or two: for those who do not see it
     * @param data the same values as a table
     */
    record Figure(String title, String description, Drawing drawing, Table data) implements Block {}

    /**
     * Numbers drawn as a line: something against something else.
     *
     * @param title over the drawing
     * @param points by what is across, ascending
     */
    record Chart(String title, Axis across, Axis up, List<Point> points) implements Block {
        public Chart {
            points = List.copyOf(points);
        }
    }

    /** What one direction of a chart means. */
    record Axis(String label, Unit unit) {}

    /** How the numbers of an axis are written. */
    enum Unit {
        NUMBER,
        /** Epoch milliseconds. */
        INSTANT,
        /** Milliseconds. */
        DURATION
    }

    /** A point of a chart. */
    record Point(double across, double up) {}

    /** Values drawn as bars beside each other. */
    record Bars(String title, List<Bar> bars) implements Block {
        public Bars {
            bars = List.copyOf(bars);
        }
    }

    /**
     * One bar.
     *
     * @param length in any unit that all bars share; not negative
     */
    record Bar(String label, Cell value, double length) {}
}
