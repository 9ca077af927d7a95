package dev.tidemark.engine;

import java.util.OptionalLong;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.log.BatchIds;

/**
 * The entry before the newest offsets entry is gone, and every restart reads both. Says what to do about it, wherever it is
 * told. Authority: Spark 4.2 MicroBatchExecution.populateStartOffsets.
 *
 * @param offsets the batches in the offset log
 * @param commits those in the commit log
 */
public record MissingPredecessor(BatchIds offsets, BatchIds commits) {
    /** The newest batch and what is missing below it; empty where nothing is. */
    public OptionalLong missing() {
        long newest = offsets.last().orElse(0);
        return newest <= 0 || offsets.contains(newest - 1) ? OptionalLong.empty() : OptionalLong.of(newest - 1);
    }

    /** The least that lets the query go on, with a backup and without one. */
    public String remedy() {
        long newest = offsets.last().orElse(0);
        String restore = "restore offsets/" + (newest - 1) + " from a backup. ";
        if (commits.contains(newest)) {
            return restore + "Without one, copy offsets/" + newest + " to that name: batch " + newest
                    + " is committed, so where it began does not matter any more";
        }
        return restore + "Batch " + newest
                + " is not committed and begins where that file ends, so another entry in its"
                + " place would lose or double rows. " + withoutBackup(newest);
    }

    private String withoutBackup(long newest) {
        OptionalLong below = offsets.before(newest);
        boolean isStart = below.isPresent() && (below.getAsLong() == 0 || offsets.contains(below.getAsLong() - 1));
        if (!isStart) {
            return "Without a backup, rewind to a batch whose predecessor is there";
        }
        long kept = below.getAsLong();
        String ahead = commits.stream()
                .filter(id -> id > kept)
                .mapToObj(id -> "commits/" + id)
                .collect(Collectors.joining(", "));
        String from = commits.contains(kept)
                ? "plans batch " + (kept + 1) + " anew from where batch " + kept + ", the last in both logs, ended"
                : "runs batch " + kept + " again";
        return ahead.isEmpty()
                ? "Without a backup, move offsets/" + newest + " aside: a restart then " + from
                        + ". Leave the commits alone. Rows that the sink took of later batches come again if it is not"
                        + " idempotent"
                : "Without a backup, move offsets/" + newest + " and " + ahead + " aside: a restart then " + from
                        + ". A Delta or file sink skips batch numbers that it has, so look there first";
    }
}
