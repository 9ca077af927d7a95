package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/**
 * How far a prediction goes.
 *
 * @param batches the most batches to follow, 0 to look at the checkpoint's logs alone; null to follow the query until it has
 *     caught up
 * @param dataFiles whether data files may be read where the logs do not decide
 * @param lastBatchId the last batch to follow, however many come before it; null for no such bound
 */
public record Reach(
        @Nullable Integer batches,
        DataFiles dataFiles,
        @Nullable Long lastBatchId) {
    /** Whether data files may be read. */
    public enum DataFiles {
        LEFT_ALONE,
        READ
    }

    /** What the checkpoint's logs alone say of the first batch. */
    public static final Reach LOGS_ALONE = new Reach(0, DataFiles.LEFT_ALONE);

    /** A reach that is bounded by a number of batches. */
    public Reach(@Nullable Integer batches, DataFiles dataFiles) {
        this(batches, dataFiles, null);
    }

    /** Up to a batch. */
    public static Reach upTo(long lastBatchId, DataFiles dataFiles) {
        return new Reach(null, dataFiles, lastBatchId);
    }

    public Reach {
        if (batches != null && batches < 0) {
            throw new IllegalArgumentException("fewer than no batch: " + batches);
        }
    }

    /** Whether batches are followed, with what the sources, the state and the sink hold. */
    public boolean followsBatches() {
        return batches == null || batches > 0;
    }
}
