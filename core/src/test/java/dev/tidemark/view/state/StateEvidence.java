package dev.tidemark.view.state;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.stream.CheckpointState;

/** A small checkpoint of a count by key and event time, uncompressed, made by hand. */
final class StateEvidence {
    private static final String KEY = "{\"type\":\"struct\",\"fields\":["
            + "{\"name\":\"k\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}},"
            + "{\"name\":\"w\",\"type\":{\"type\":\"struct\",\"fields\":["
            + "{\"name\":\"end\",\"type\":\"timestamp\",\"nullable\":true,\"metadata\":{}}]},\"nullable\":true,"
            + "\"metadata\":{\"spark.watermarkDelayMs\":0}}]}";
    private static final String VALUE = "{\"type\":\"struct\",\"fields\":["
            + "{\"name\":\"count\",\"type\":\"long\",\"nullable\":false,\"metadata\":{}}]}";

    private final MemoryStorage storage = new MemoryStorage();

    StateEvidence() {
        storage.with("metadata", "{\"id\":\"q\"}");
        storage.with(
                "state/0/_metadata/metadata",
                "v1\n{\"operatorInfo\":{\"operatorId\":0,\"operatorName\":\"stateStoreSave\"},\"stateStoreInfo\":["
                        + "{\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":2}]}");
        storage.with(
                "state/0/0/_metadata/schema",
                bytes(out -> {
                    out.writeUTF("v2");
                    for (String schema : new String[] {KEY, VALUE}) {
                        out.writeInt(1);
                        out.writeUTF(schema);
                    }
                }),
                0);
    }

    MemoryStorage storage() {
        return storage;
    }

    CheckpointState state() {
        return CheckpointState.of(Checkpoint.in(storage));
    }

    StateEvidence batch(long batchId, long watermarkMs, long nextWatermarkMs) {
        storage.with(
                "offsets/" + batchId,
                "v1\n{\"batchWatermarkMs\":" + watermarkMs + ",\"batchTimestampMs\":1,\"conf\":{"
                        + "\"spark.sql.streaming.stateStore.providerClass\":"
                        + "\"org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider\","
                        + "\"spark.sql.streaming.stateStore.compression.codec\":\"none\","
                        + "\"spark.sql.shuffle.partitions\":\"2\"}}\n-");
        storage.with("commits/" + batchId, "v1\n{\"nextBatchWatermarkMs\":" + nextWatermarkMs + "}");
        return this;
    }

    /** A change file of a partition: each row is a key, the end of its window in milliseconds, and a count. */
    StateEvidence changes(int partition, long version, long[]... rows) {
        storage.with(
                "state/0/" + partition + "/" + version + ".delta",
                bytes(out -> {
                    for (long[] row : rows) {
                        byte[] window = row(row[1] * 1000);
                        byte[] key = ByteBuffer.allocate(8 + 16 + window.length)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .putLong(0)
                                .putLong(row[0])
                                .putLong(24L << 32 | window.length)
                                .put(window)
                                .array();
                        byte[] value = row(row[2]);
                        out.writeInt(key.length);
                        out.write(key);
                        out.writeInt(value.length);
                        out.write(value);
                    }
                    out.writeInt(-1);
                }),
                0);
        return this;
    }

    private static byte[] row(long value) {
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putLong(value)
                .array();
    }

    @FunctionalInterface
    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writing.to(new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
