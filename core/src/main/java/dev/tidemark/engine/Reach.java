package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/**
 * How far a prediction goes.
 *
 * @param batches the most batches to follow; null to follow the query until it has caught up
 * @param dataFiles whether data files may be read where the logs do not decide
 */
public record Reach(@Nullable Integer batches, DataFiles dataFiles) {
    /** Whether data files may be read. */
    public enum DataFiles {
        LEFT_ALONE,
        READ
    }

    /** The first batch, from the logs. */
    public static final Reach FIRST_BATCH = new Reach(1, DataFiles.LEFT_ALONE);

    public Reach {
        if (batches != null && batches < 1) {
            throw new IllegalArgumentException("fewer than one batch: " + batches);
        }
    }

    /** Whether more than the first batch is asked for. */
    public boolean goesBeyondFirstBatch() {
        return batches == null || batches > 1;
    }
}
