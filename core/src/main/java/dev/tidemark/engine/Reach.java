package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/**
 * How far a prediction goes.
 *
 * @param batches the most batches to follow, 0 to look at the checkpoint's logs alone; null to follow the query until it has
 *     caught up
 * @param dataFiles whether data files may be read where the logs do not decide
 */
public record Reach(@Nullable Integer batches, DataFiles dataFiles) {
    /** Whether data files may be read. */
    public enum DataFiles {
        LEFT_ALONE,
        READ
    }

    /** What the checkpoint's logs alone say of the first batch. */
    public static final Reach LOGS_ALONE = new Reach(0, DataFiles.LEFT_ALONE);

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
