package dev.tidemark.report;

/** One value of a table or of a list of facts. It holds the value; renderers make the looks. */
public sealed interface Cell {
    /** What it means for the reader. */
    Tone tone();

    /** Words. */
    record Text(String value, Tone tone) implements Cell {}

    /** A count. */
    record Count(long value, Tone tone) implements Cell {}

    /** A size in bytes. */
    record Bytes(long value, Tone tone) implements Cell {}

    /** A moment, in epoch milliseconds. */
    record Instant(long epochMs, Tone tone) implements Cell {}

    /** A length of time in milliseconds. */
    record Duration(long ms, Tone tone) implements Cell {}

    /** Nothing there. */
    record Nothing(Tone tone) implements Cell {}

    static Cell text(String value) {
        return new Text(value, Tone.PLAIN);
    }

    static Cell text(String value, Tone tone) {
        return new Text(value, tone);
    }

    static Cell count(long value) {
        return new Count(value, Tone.PLAIN);
    }

    static Cell bytes(long value) {
        return new Bytes(value, Tone.PLAIN);
    }

    static Cell instant(long epochMs) {
        return new Instant(epochMs, Tone.PLAIN);
    }

    static Cell duration(long ms) {
        return new Duration(ms, Tone.PLAIN);
    }

    static Cell nothing() {
        return new Nothing(Tone.FAINT);
    }
}
