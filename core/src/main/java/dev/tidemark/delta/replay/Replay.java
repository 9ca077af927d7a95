package dev.tidemark.delta.replay;

import java.util.List;

import dev.tidemark.delta.CalendarInterval;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.log.LogSegment;
import org.jspecify.annotations.Nullable;

/**
 * What a reader makes of a table, or what it throws; and whatever could be read nonetheless.
 *
 * @param version -1 when there is no table; null when not even that could be told
 * @param timestampMs the reader's time of the version; null when the reader itself fails on it
 * @param state as far as it was readable
 * @param segment the files it was made of; null when none could be picked
 * @param error what the reader throws; null when it reads the table
 * @param faults all that was wrong or odd on the way
 */
public record Replay(
        @Nullable Long version,
        @Nullable Long timestampMs,
        TableState state,
        @Nullable LogSegment segment,
        @Nullable DeltaError error,
        List<LogFault> faults) {
    public Replay {
        faults = List.copyOf(faults);
    }

    /**
     * The same without what retention drops at a time: tombstones as old as {@code delta.deletedFileRetentionDuration},
     * and transactions as old as {@code delta.setTransactionRetentionDuration} when that is set (Delta 4.2:
     * InMemoryLogReplay).
     */
    public Replay retainedAt(long nowMs) {
        Metadata metadata = state.metadata();
        if (metadata == null) {
            return this;
        }
        long oldestFileMs =
                nowMs - CalendarInterval.millisOf(metadata, "delta.deletedFileRetentionDuration", 7 * 86_400_000L);
        long transactionRetentionMs =
                CalendarInterval.millisOf(metadata, "delta.setTransactionRetentionDuration", Long.MAX_VALUE);
        TableState retained = new TableState(
                state.protocol(),
                metadata,
                state.files(),
                state.tombstones().stream()
                        .filter(remove -> remove.deletedAtMs() > oldestFileMs)
                        .toList(),
                state.transactions().stream()
                        .filter(transaction -> transactionRetentionMs == Long.MAX_VALUE
                                || (transaction.lastUpdatedMs() != null
                                        && transaction.lastUpdatedMs() > nowMs - transactionRetentionMs))
                        .toList(),
                state.domains());
        return new Replay(version, timestampMs, retained, segment, error, faults);
    }
}
