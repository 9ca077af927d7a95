package dev.tidemark.engine;

import java.io.IOException;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Whether the newest batch, not committed, has other shuffle partitions than the one before it. Authority: Spark 4.2
 * MicroBatchExecution.checkUnfinishedRepartitionBatch and OfflineStateRepartitionUtils.isRepartitionBatch.
 */
final class RepartitionCheck {
    private final Checkpoint checkpoint;
    private final QueryLogs logs;
    private final Deaths deaths;
    private final SparkErrors errors;

    RepartitionCheck(Checkpoint checkpoint, QueryLogs logs, Deaths deaths, SparkErrors errors) {
        this.checkpoint = checkpoint;
        this.logs = logs;
        this.deaths = deaths;
        this.errors = errors;
    }

    /**
     * Looks at the newest offsets entry.
     *
     * @param committed the newest commit, or -1
     * @throws QueryDeathException when they differ, or cannot be compared
     */
    void run(QueryLogs.@Nullable Entry<OffsetEntry> offsets, long committed) throws IOException {
        if (offsets == null || committed < 0 || offsets.batchId() <= committed || offsets.batchId() == 0) {
            return;
        }
        long batchId = offsets.batchId();
        String path = "offsets/" + batchId;
        if (checkpoint.offsets().read(batchId - 1).isEmpty()) {
            throw deaths.death(
                    Step.INITIALIZE,
                    batchId,
                    "offsets/" + (batchId - 1),
                    errors.requirement("Previous batch " + (batchId - 1) + " not found in offset log"),
                    logs.previousMissing(batchId - 1));
        }
        OffsetEntry previous = logs.offsets(batchId - 1, QueryLogs.Lookup.LISTED);
        int partitions = partitions(offsets.entry().metadata(), "Batch " + batchId, path);
        int before = partitions(previous.metadata(), "Previous batch " + (batchId - 1), "offsets/" + (batchId - 1));
        if (partitions != before) {
            throw deaths.death(
                    Step.INITIALIZE,
                    batchId,
                    path,
                    errors.unfinishedRepartition(batchId, committed),
                    Advices.unfinishedRepartition(path, before, partitions));
        }
    }

    private int partitions(@Nullable OffsetMetadata metadata, String batch, String path) {
        if (metadata == null) {
            throw deaths.death(
                    Step.INITIALIZE,
                    null,
                    path,
                    errors.requirement(batch + " metadata not found"),
                    Advices.REPARTITION_CHECK);
        }
        String recorded = metadata.conf().get(SessionConf.SHUFFLE_PARTITIONS);
        if (recorded == null) {
            throw deaths.death(Step.INITIALIZE, null, path, errors.noPartitionsRecorded(), Advices.REPARTITION_CHECK);
        }
        try {
            return Integer.parseInt(recorded);
        } catch (NumberFormatException notWhole) {
            throw deaths.death(
                    Step.INITIALIZE, null, path, SparkErrors.notANumber(recorded), Advices.REPARTITION_CHECK);
        }
    }
}
