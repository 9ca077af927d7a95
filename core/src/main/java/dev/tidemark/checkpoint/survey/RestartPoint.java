package dev.tidemark.checkpoint.survey;

/**
 * Where a restart goes on as far as the newest ids of the two logs decide it.
 *
 * @param batchId the batch it runs first
 * @param watermarkMs the watermark of that batch, in epoch milliseconds
 */
public record RestartPoint(Kind kind, long batchId, long watermarkMs) {
    /** Whether the batch was planned already. */
    public enum Kind {
        /** There are no offsets: the query begins. */
        FRESH,
        /** The newest planned batch was committed: the next one is planned anew. */
        NEW,
        /** The newest planned batch was not committed: it runs once more, as planned. */
        RERUN
    }
}
