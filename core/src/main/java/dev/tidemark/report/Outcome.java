package dev.tidemark.report;

/** What a command's answer means for a script; the command line turns it into an exit code. */
public enum Outcome {
    /** Nothing wrong. */
    FINE,
    /** Something is wrong, or the restart fails. */
    WRONG,
    /** It could not be told. */
    UNKNOWN
}
