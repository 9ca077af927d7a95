package dev.tidemark.format.parquet;

/** How often a field may stand, in the order of the format's codes. */
public enum Repetition {
    REQUIRED,
    OPTIONAL,
    REPEATED
}
