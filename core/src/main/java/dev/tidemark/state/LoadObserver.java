package dev.tidemark.state;

/** Hears how a version comes about while it is read. */
@FunctionalInterface
public interface LoadObserver {
    /** Stands for "the row count after this file is not known". */
    long UNKNOWN = -1;

    /** Hears nothing. */
    LoadObserver NONE = (file, updates, removals, rowsAfter) -> {};

    /**
     * A file was applied.
     *
     * @param updates records that set or append, 0 for a snapshot
     * @param removals records that remove
     * @param rowsAfter live rows once it was applied, or {@link #UNKNOWN}
     */
    void applied(StateFile file, long updates, long removals, long rowsAfter);
}
