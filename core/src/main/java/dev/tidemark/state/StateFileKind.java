package dev.tidemark.state;

/** What a state file holds. */
public enum StateFileKind {
    /** A whole version. */
    SNAPSHOT,
    /** The changes of one batch. */
    CHANGES,
    /** A piece of one or more snapshots. */
    PART
}
