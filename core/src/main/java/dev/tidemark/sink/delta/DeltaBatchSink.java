package dev.tidemark.sink.delta;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.CalendarInterval;
import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.io.Storage;
import dev.tidemark.sink.BatchSink;
import org.jspecify.annotations.Nullable;

/**
 * Skips a batch that the table's transaction of the query id has reached. Authority: Delta 4.0
 * DeltaSink.addBatchWithStatusImpl.
 */
public final class DeltaBatchSink implements BatchSink {
    private final Storage table;
    private final DeltaBehaviour behaviour;
    private final String queryId;
    private long lastBatchId = Long.MIN_VALUE;
    private boolean isAppendOnly;

    /**
     * The sink over a table that need not exist.
     *
     * @param queryId under which the table knows the query
     */
    public DeltaBatchSink(Storage table, DeltaBehaviour behaviour, String queryId) {
        this.table = table;
        this.behaviour = behaviour;
        this.queryId = queryId;
    }

    /** Reads what the table remembers; what Spark throws when it cannot be read. */
    public Optional<DeltaError> open() throws IOException {
        Replay replay = new DeltaTable(table)
                .reader(DeltaTable.Engine.SPARK, behaviour, ActionDetail.SUMMARY)
                .read(OptionalLong.empty());
        Metadata metadata = replay.state().metadata();
        for (SetTransaction transaction : replay.state().transactions()) {
            if (transaction.appId().equals(queryId) && !isForgotten(transaction, metadata, replay.timestampMs())) {
                lastBatchId = transaction.version();
            }
        }
        isAppendOnly = metadata != null
                && metadata.property("delta.appendOnly")
                        .filter("true"::equalsIgnoreCase)
                        .isPresent();
        return Optional.ofNullable(replay.error());
    }

    /**
     * Whether a transaction is older than the table keeps them. No clock is asked: what is old at the time of the newest
     * commit is old now. Authority: Delta 4.0 InMemoryLogReplay.getTransactions.
     */
    private static boolean isForgotten(
            SetTransaction transaction, @Nullable Metadata metadata, @Nullable Long newestCommitMs) {
        Optional<String> retention =
                metadata == null ? Optional.empty() : metadata.property("delta.setTransactionRetentionDuration");
        if (retention.isEmpty() || newestCommitMs == null) {
            return false;
        }
        OptionalLong keptMs = CalendarInterval.millis(retention.get());
        Long updatedMs = transaction.lastUpdatedMs();
        return keptMs.isPresent() && (updatedMs == null || updatedMs <= newestCommitMs - keptMs.getAsLong());
    }

    /** Whether files of the table must not be removed: a complete result cannot be written. */
    public boolean isAppendOnly() {
        return isAppendOnly;
    }

    /** The same sink as far as it has been read and written, which goes its own way from here on. */
    public DeltaBatchSink copy() {
        DeltaBatchSink copy = new DeltaBatchSink(table, behaviour, queryId);
        copy.lastBatchId = lastBatchId;
        copy.isAppendOnly = isAppendOnly;
        return copy;
    }

    @Override
    public boolean remembers() {
        return true;
    }

    @Override
    public void recall(long batchId) {
        lastBatchId = Math.max(lastBatchId, batchId);
    }

    @Override
    public boolean skips(long batchId) {
        return lastBatchId != Long.MIN_VALUE && lastBatchId >= batchId;
    }

    @Override
    public Outcome write(long batchId, boolean wasPlannedBefore) {
        lastBatchId = batchId;
        return Outcome.WRITTEN;
    }
}
