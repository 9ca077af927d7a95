package dev.tidemark.delta;

import java.util.OptionalLong;

import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.io.MemoryStorage;

/** Hand-made logs in memory. */
public final class LogBuilder {
    /** A protocol that everyone reads. */
    public static final String PROTOCOL = "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}";

    /** A table of one column. */
    public static final String METADATA =
            "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                    + "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[]}\",\"partitionColumns\":[],"
                    + "\"configuration\":{}}}";

    private final MemoryStorage storage = new MemoryStorage();
    private long next;

    /** A log whose version 0 holds protocol and metadata. */
    public static LogBuilder table() {
        return new LogBuilder().commit(PROTOCOL, METADATA);
    }

    /** The next version. */
    public LogBuilder commit(String... lines) {
        return file(String.format("%020d.json", next++), String.join("\n", lines) + "\n");
    }

    /** Leaves a version out. */
    public LogBuilder gap() {
        next++;
        return this;
    }

    /** Any file of the log. */
    public LogBuilder file(String name, String text) {
        storage.with("_delta_log/" + name, text.getBytes(java.nio.charset.StandardCharsets.UTF_8), 1000 + next);
        return this;
    }

    /** Any file of the log, byte by byte. */
    public LogBuilder file(String name, byte[] bytes) {
        storage.with("_delta_log/" + name, bytes, 1000 + next);
        return this;
    }

    /** The table. */
    public DeltaTable build() {
        return new DeltaTable(storage);
    }

    /** As Spark reads the latest version. */
    public Replay spark() {
        return read(DeltaTable.Engine.SPARK, OptionalLong.empty());
    }

    /** As Kernel reads the latest version. */
    public Replay kernel() {
        return read(DeltaTable.Engine.KERNEL, OptionalLong.empty());
    }

    /** As an engine reads a version. */
    public Replay read(DeltaTable.Engine engine, OptionalLong version) {
        try {
            return build().reader(engine, DeltaBehaviour.DEFAULT, ActionDetail.STATE)
                    .read(version);
        } catch (java.io.IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** An add of a file. */
    public static String add(String path, long size) {
        return "{\"add\":{\"path\":\"" + path + "\",\"partitionValues\":{},\"size\":" + size
                + ",\"modificationTime\":5,\"dataChange\":true}}";
    }

    /** A remove of a file. */
    public static String remove(String path) {
        return "{\"remove\":{\"path\":\"" + path + "\",\"deletionTimestamp\":7,\"dataChange\":true}}";
    }
}
