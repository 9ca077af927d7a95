package dev.tidemark.delta.action;

/** How much of each file action a reader materialises; what is not asked for is skipped, not parsed. */
public enum ActionDetail {
    /** Path, size, modification and deletion time, deletion vector: what replay needs to count. */
    SUMMARY,
    /** As the summary, and the statistics of adds, cut down to the number of rows where that stands first in them. */
    COUNTED,
    /** Also partition values: what a snapshot shows. */
    STATE,
    /** Also statistics, tags, row tracking, clustering, what removes say of their files. */
    EVERYTHING;

    /** Whether partition values are asked for. */
    public boolean hasPartitionValues() {
        return this == STATE || this == EVERYTHING;
    }

    /** Whether the statistics of adds are asked for, be it only for the number of rows. */
    public boolean hasRowCounts() {
        return this == COUNTED || this == EVERYTHING;
    }

    /** Whether everything is asked for. */
    public boolean isEverything() {
        return this == EVERYTHING;
    }
}
