package dev.tidemark.sink.delta;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.io.Storage;
import dev.tidemark.sink.BatchSink;

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
        for (SetTransaction transaction : replay.state().transactions()) {
            if (transaction.appId().equals(queryId)) {
                lastBatchId = transaction.version();
            }
        }
        Metadata metadata = replay.state().metadata();
        isAppendOnly = metadata != null
                && metadata.property("delta.appendOnly")
                        .filter("true"::equalsIgnoreCase)
                        .isPresent();
        return Optional.ofNullable(replay.error());
    }

    /** Whether files of the table must not be removed: a complete result cannot be written. */
    public boolean isAppendOnly() {
        return isAppendOnly;
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
