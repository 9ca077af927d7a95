package dev.tidemark.diagnosis;

/** How sure a finding is. */
public enum Confidence {
    /** Follows from the files and from Spark's rules alone. */
    CERTAIN,
    /** The usual explanation of what the files show. */
    LIKELY,
    /** One explanation among several. */
    POSSIBLE
}
