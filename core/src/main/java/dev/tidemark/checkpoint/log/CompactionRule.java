package dev.tidemark.checkpoint.log;

/**
 * When a compactible log compacts: batch {@code b} with {@code (b + 1) % interval == 0} is written as {@code b.compact} and
 * holds all entries before it. Authority: Spark 4.2 CompactibleFileStreamLog.
 *
 * @param interval in batches, above 0
 */
public record CompactionRule(long interval) {
    /** The interval of a new log unless the session says otherwise. */
    public static final int DEFAULT_INTERVAL = 10;

    public CompactionRule {
        if (interval <= 0) {
            throw new IllegalArgumentException("an interval of " + interval);
        }
    }

    /**
     * The rule Spark follows for a log as it stands: with two compact files or more their distance, with one the divisor
     * that fits both it and the session, with none the session's.
     */
    public static CompactionRule of(LogListing listing, int sessionInterval) {
        BatchIds compacts = listing.compacts();
        if (compacts.isEmpty()) {
            return new CompactionRule(sessionInterval);
        }
        long newest = compacts.last().orElseThrow();
        if (compacts.size() > 1) {
            return new CompactionRule(newest - compacts.before(newest).orElseThrow());
        }
        return new CompactionRule(newest < 0 ? sessionInterval : derived(sessionInterval, newest + 1));
    }

    private static long derived(long session, long period) {
        if (period <= session || session >= period / 2) {
            return period;
        }
        long smallest = period;
        for (long divisor = 1; divisor <= period / divisor; divisor++) {
            if (period % divisor == 0) {
                smallest = divisor >= session ? Math.min(smallest, divisor) : smallest;
                smallest = period / divisor >= session ? Math.min(smallest, period / divisor) : smallest;
            }
        }
        return smallest;
    }

    /** Whether the batch is written as a compact file. */
    public boolean isCompaction(long batchId) {
        return (batchId + 1) % interval == 0;
    }

    /** The name of the batch's file; the other name is not looked at. */
    public String fileName(long batchId) {
        return isCompaction(batchId) ? batchId + ".compact" : Long.toString(batchId);
    }

    /** The files a reader of the whole log opens: from the compact file that the newest id implies up to that id. */
    public BatchRange needed(long latestBatchId) {
        return new BatchRange(Math.max(0, (latestBatchId + 1) / interval * interval - 1), latestBatchId);
    }
}
