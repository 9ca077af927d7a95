package dev.tidemark.engine;

/** What must hold wherever a process dies, and however often. */
public enum Invariant {
    /** Rows reach the sink: once at a sink that knows its batches again, at least once at another. */
    ROWS("rows"),
    /** Every start gets through, as the uninterrupted one does. */
    RESTARTS("restarts"),
    /** The version of the state that a batch needs is there. */
    STATE("state"),
    /** The watermark never goes back. */
    WATERMARK("watermark"),
    /** No entry of the offset log is ever written a second time. */
    OFFSETS("offsets"),
    /** A start behind the last batch finds nothing to do and changes nothing. */
    SETTLES("settles");

    private final String word;

    Invariant(String word) {
        this.word = word;
    }

    /** The word of the JSON document. */
    public String word() {
        return word;
    }
}
