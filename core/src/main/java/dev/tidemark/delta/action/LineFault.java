package dev.tidemark.delta.action;

/** Why a line of a JSON log file holds no actions; every reader of Delta fails on it, each in its own words. */
public enum LineFault {
    /** Not JSON. */
    MALFORMED,
    /** Ends inside a value. */
    TRUNCATED,
    /** The JSON null. */
    NULL,
    /** A number, a string or a truth value. */
    SCALAR,
    /** An array that holds something else than objects. */
    ARRAY,
    /** Longer than a line may be; not read. */
    TOO_LONG
}
