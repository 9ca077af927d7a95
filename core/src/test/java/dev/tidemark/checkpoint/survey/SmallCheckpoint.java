package dev.tidemark.checkpoint.survey;

import java.io.IOException;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;

/** A checkpoint in memory, built file by file. */
public final class SmallCheckpoint {
    public static final String ID = "7ac1a1f5-5b0c-4d3c-9e3a-0c9a7e5b1d11";
    private static final String CONF = "{\"spark.sql.shuffle.partitions\":\"2\"}";

    private final MemoryStorage storage = new MemoryStorage();

    /** Batches 0 to {@code newest} of one file source, all committed. */
    public static SmallCheckpoint committed(long newest) {
        SmallCheckpoint checkpoint = new SmallCheckpoint().with("metadata", "{\"id\":\"" + ID + "\"}");
        for (long id = 0; id <= newest; id++) {
            checkpoint.offsets(id, "{\"logOffset\":" + id + "}").commit(id);
        }
        return checkpoint;
    }

    public SmallCheckpoint with(String path, String text) {
        storage.with(path, text);
        return this;
    }

    public SmallCheckpoint without(String... paths) {
        for (String path : paths) {
            storage.delete(new StoragePath(path));
        }
        return this;
    }

    public SmallCheckpoint offsets(long batchId, String... lines) {
        return offsetsWithConf(batchId, CONF, lines);
    }

    public SmallCheckpoint offsetsWithConf(long batchId, String conf, String... lines) {
        return with(
                "offsets/" + batchId,
                "v1\n{\"batchWatermarkMs\":" + batchId * 1000 + ",\"batchTimestampMs\":1795990000000,\"conf\":" + conf
                        + "}\n" + String.join("\n", lines));
    }

    public SmallCheckpoint commit(long batchId) {
        return with("commits/" + batchId, "v1\n{\"nextBatchWatermarkMs\":" + (batchId + 1) * 1000 + "}");
    }

    public MemoryStorage storage() {
        return storage;
    }

    public CheckpointSurvey newest() throws IOException {
        return CheckpointSurveyor.newest(Checkpoint.in(storage));
    }

    public CheckpointSurvey whole() throws IOException {
        return CheckpointSurveyor.whole(Checkpoint.in(storage));
    }
}
