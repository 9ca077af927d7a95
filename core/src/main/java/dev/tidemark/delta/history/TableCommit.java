package dev.tidemark.delta.history;

import java.util.List;

import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.log.LogFile;
import org.jspecify.annotations.Nullable;

/**
 * One commit, summed up.
 *
 * @param committedAtMs the in-commit timestamp, else when the file was modified
 * @param info null when the commit has none
 * @param transactions the applications whose progress it records
 * @param troubles what of it could not be read, or why nothing of it could; in words
 */
public record TableCommit(
        long version,
        LogFile file,
        long committedAtMs,
        @Nullable CommitInfo info,
        Changes changes,
        List<SetTransaction> transactions,
        List<String> troubles) {
    /**
     * What a commit did to the table.
     *
     * @param removedBytes of the removes that say a size
     * @param dataChange whether an add or a remove says that it changed data
     */
    public record Changes(
            long adds,
            long addedBytes,
            long removes,
            long removedBytes,
            boolean dataChange,
            boolean metadata,
            boolean protocol) {}

    public TableCommit {
        transactions = List.copyOf(transactions);
        troubles = List.copyOf(troubles);
    }
}
