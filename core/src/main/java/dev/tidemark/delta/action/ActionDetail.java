package dev.tidemark.delta.action;

/** How much of each file action a reader materialises; what is not asked for is skipped, not parsed. */
public enum ActionDetail {
    /** Path, size, modification and deletion time, deletion vector: what replay needs to count. */
    SUMMARY,
    /** Also partition values: what a snapshot shows. */
    STATE,
    /** Also statistics, tags, row tracking, clustering, what removes say of their files. */
    EVERYTHING;

    /** Whether partition values are asked for. */
    public boolean hasPartitionValues() {
        return this != SUMMARY;
    }

    /** Whether everything is asked for. */
    public boolean isEverything() {
        return this == EVERYTHING;
    }
}
