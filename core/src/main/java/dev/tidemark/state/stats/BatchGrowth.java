package dev.tidemark.state.stats;

import dev.tidemark.state.LoadObserver;

/**
 * What one batch did to one partition of a store.
 *
 * @param updates records that set or append
 * @param removals records that remove: tombstones
 * @param fileBytes of its snapshot and change file
 * @param rows after it, or {@link LoadObserver#UNKNOWN}
 */
public record BatchGrowth(long batchId, long updates, long removals, long fileBytes, long rows) {
    /** Both together, of two partitions; what is unknown of one is unknown of both. */
    public BatchGrowth plus(BatchGrowth other) {
        boolean isKnown = rows != LoadObserver.UNKNOWN && other.rows != LoadObserver.UNKNOWN;
        return new BatchGrowth(
                batchId,
                updates + other.updates,
                removals + other.removals,
                fileBytes + other.fileBytes,
                isKnown ? rows + other.rows : LoadObserver.UNKNOWN);
    }
}
