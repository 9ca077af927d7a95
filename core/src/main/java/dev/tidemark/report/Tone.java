package dev.tidemark.report;

/** What a piece of a report means for the reader; renderers choose the looks. */
public enum Tone {
    PLAIN,
    /** Checked and well. */
    GOOD,
    /** Look here. */
    WARN,
    /** Wrong. */
    BAD,
    /** Could not be told: never shown as well. */
    UNKNOWN,
    /** Less important. */
    FAINT
}
