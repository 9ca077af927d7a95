package dev.tidemark.diagnosis;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.diagnosis.exhibit.TableExhibitReader;
import dev.tidemark.diagnosis.rules.Examination;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.Murmur3;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.Storages;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;

/** A stream and its surroundings, made by hand below a directory that the evidence calls {@code /lake}. */
public final class StreamLab {
    public static final String ID = "7ac1a1f5-5b0c-4d3c-9e3a-0c9a7e5b1d11";
    public static final String TABLE = "11111111-1111-4111-8111-111111111111";
    public static final long T0 = 1_795_990_000_000L;
    public static final long DAY_MS = 86_400_000L;
    private static final String STATE_STORE = "spark.sql.streaming.stateStore.";
    public static final String HDFS = "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider";
    public static final String ROCKSDB = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider";

    private final Path root;
    private String conf = conf("2", HDFS);
    private OptionalLong nowMs = OptionalLong.empty();

    public StreamLab(Path root) {
        this.root = root;
    }

    // files

    public StreamLab file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    public StreamLab file(String path, byte[] bytes) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return this;
    }

    /** Where a path of the evidence lies. */
    public Path at(String path) {
        return root.resolve(path);
    }

    public StreamLab modified(String path, long ms) {
        try {
            Files.setLastModifiedTime(root.resolve(path), FileTime.fromMillis(ms));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return this;
    }

    public StreamLab without(String path) {
        try {
            Path file = root.resolve(path);
            if (Files.isDirectory(file)) {
                for (Path inside : Files.list(file).toList()) {
                    without(root.relativize(inside).toString());
                }
            }
            Files.delete(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return this;
    }

    // the checkpoint

    public static String conf(String partitions, String provider) {
        return "{\"spark.sql.shuffle.partitions\":\"" + partitions + "\",\"" + STATE_STORE + "providerClass\":\""
                + provider
                + "\",\"" + STATE_STORE + "compression.codec\":\"none\","
                + "\"spark.sql.streaming.join.stateFormatVersion\":\"2\","
                + "\"spark.sql.streaming.aggregation.stateFormatVersion\":\"2\","
                + "\"spark.sql.streaming.statefulOperator.useStrictDistribution\":\"true\","
                + "\"spark.sql.optimizer.pruneFiltersCanPruneStreamingSubplan\":\"false\","
                + "\"" + STATE_STORE + "encodingFormat\":\"unsaferow\","
                + "\"spark.sql.streaming.multipleWatermarkPolicy\":\"min\"}";
    }

    /** What offsets pin from now on. */
    public StreamLab pins(String newConf) {
        this.conf = newConf;
        return this;
    }

    public StreamLab metadata() {
        return file("ckpt/metadata", "{\"id\":\"" + ID + "\"}");
    }

    public StreamLab offsets(long batchId, String... lines) {
        return offsetsAt(batchId, 0, T0 + batchId * 60_000, lines);
    }

    public StreamLab offsetsAt(long batchId, long watermarkMs, long timestampMs, String... lines) {
        return file(
                "ckpt/offsets/" + batchId,
                "v1\n{\"batchWatermarkMs\":" + watermarkMs + ",\"batchTimestampMs\":" + timestampMs + ",\"conf\":"
                        + conf + "}\n" + String.join("\n", lines));
    }

    public StreamLab commit(long batchId) {
        return commitAt(batchId, 0);
    }

    public StreamLab commitAt(long batchId, long nextWatermarkMs) {
        return file("ckpt/commits/" + batchId, "v1\n{\"nextBatchWatermarkMs\":" + nextWatermarkMs + "}");
    }

    /** Committed batches of one Kafka source with ten records each. */
    public StreamLab kafkaBatches(long first, long last) {
        metadata();
        for (long batchId = first; batchId <= last; batchId++) {
            offsets(batchId, kafka("t", 10 * (batchId + 1))).commit(batchId);
        }
        return this;
    }

    public static String kafka(String topic, long offset) {
        return "{\"" + topic + "\":{\"0\":" + offset + "}}";
    }

    public static String delta(long version, long index, boolean isInitial) {
        return delta(TABLE, version, index, isInitial);
    }

    public static String delta(String tableId, long version, long index, boolean isInitial) {
        return "{\"sourceVersion\":1,\"reservoirId\":\"" + tableId + "\",\"reservoirVersion\":" + version
                + ",\"index\":" + index + ",\"isStartingVersion\":" + isInitial + "}";
    }

    // state

    /** The metadata and the schema of an aggregation by one long column. */
    public StreamLab operator(int operatorId, String name, String keyColumn) {
        String struct =
                "{\"type\":\"struct\",\"fields\":[{\"name\":\"%s\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}}]}";
        file(
                "ckpt/state/" + operatorId + "/_metadata/metadata",
                "v1\n{\"operatorInfo\":{\"operatorId\":" + operatorId + ",\"operatorName\":\"" + name
                        + "\"},\"stateStoreInfo\":[{\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":2}]}");
        return file("ckpt/state/" + operatorId + "/0/_metadata/schema", bytes(out -> {
            out.writeUTF("v2");
            for (String column : List.of(keyColumn, "count")) {
                out.writeInt(1);
                out.writeUTF(String.format(struct, column));
            }
        }));
    }

    /** A whole change file or snapshot with one row. */
    public static byte[] stateFile() {
        return stateFile(row(1), row(2));
    }

    public static byte[] stateFile(byte[] key, byte[] value) {
        return bytes(out -> {
            out.writeInt(key.length);
            out.write(key);
            out.writeInt(value.length);
            out.write(value);
            out.writeInt(-1);
        });
    }

    public static byte[] cut(byte[] whole) {
        return Arrays.copyOf(whole, whole.length - 9);
    }

    public static byte[] row(long value) {
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putLong(value)
                .array();
    }

    /** A row of one long column whose hash names a partition of two. */
    public static byte[] keyOf(int partition) {
        long key = 1;
        while (Math.floorMod(Murmur3.ofLong(key, Murmur3.SEED), 2) != partition) {
            key++;
        }
        return row(key);
    }

    /** Change files of two partitions. */
    public StreamLab deltas(int operatorId, long first, long last) {
        for (long version = first; version <= last; version++) {
            for (int partition = 0; partition < 2; partition++) {
                file(
                        "ckpt/state/" + operatorId + "/" + partition + "/" + version + ".delta",
                        stateFile(keyOf(partition), row(2)));
            }
        }
        return this;
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

    // tables

    public static String protocol() {
        return "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}";
    }

    public static String table(String id, String... columns) {
        String fields = Arrays.stream(columns)
                .map(column -> "{\\\"name\\\":\\\"" + column
                        + "\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}")
                .collect(Collectors.joining(","));
        return "{\"metaData\":{\"id\":\"" + id
                + "\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":"
                + "\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[" + fields + "]}\",\"partitionColumns\":[],"
                + "\"configuration\":{},\"createdTime\":" + T0 + "}}";
    }

    public static String add(String path) {
        return add(path, 10);
    }

    public static String add(String path, long rows) {
        return "{\"add\":{\"path\":\"" + path + "\",\"partitionValues\":{},\"size\":3,\"modificationTime\":" + T0
                + ",\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":" + rows + "}\"}}";
    }

    public static String remove(String path, boolean dataChange) {
        return "{\"remove\":{\"path\":\"" + path + "\",\"deletionTimestamp\":" + T0 + ",\"dataChange\":" + dataChange
                + "}}";
    }

    public static String txn(String appId, long version) {
        return "{\"txn\":{\"appId\":\"" + appId + "\",\"version\":" + version + ",\"lastUpdated\":" + T0 + "}}";
    }

    public static String info(String operation) {
        return "{\"commitInfo\":{\"timestamp\":" + T0 + ",\"operation\":\"" + operation
                + "\",\"operationParameters\":{}}}";
    }

    public StreamLab version(String table, long version, String... lines) {
        String path = String.format("%s/_delta_log/%020d.json", table, version);
        return file(path, String.join("\n", lines) + "\n").modified(path, T0 + version * 60_000);
    }

    /** Versions that add a file each, which lies there. */
    public StreamLab appends(String table, String id, long first, long last) {
        for (long version = first; version <= last; version++) {
            String name = "part-" + version + ".parquet";
            if (version == 0) {
                version(table, 0, protocol(), table(id, "k", "v"), add(name));
            } else {
                version(table, version, info("WRITE"), add(name));
            }
            file(table + "/" + name, "abc");
        }
        return this;
    }

    /** An output of a file sink, one file a batch, written when a checkpoint of this lab runs that batch. */
    public StreamLab output(String directory, long first, long last) {
        return outputSince(T0, directory, first, last);
    }

    /** An output of a file sink whose batch 0 was planned at a moment, and every other a minute after the one before. */
    public StreamLab outputSince(long ms, String directory, long first, long last) {
        for (long batchId = first; batchId <= last; batchId++) {
            String name = "part-" + batchId + ".parquet";
            file(
                    directory + "/_spark_metadata/" + batchId,
                    "v1\n{\"path\":\"file:///lake/" + directory + "/" + name
                            + "\",\"size\":3,\"isDir\":false,\"modificationTime\":" + (ms + batchId * 60_000 + 5_000)
                            + ",\"blockReplication\":1,\"blockSize\":1,\"action\":\"add\"}");
            file(directory + "/" + name, "abc");
        }
        return this;
    }

    // what is asked

    public StreamLab now(long ms) {
        this.nowMs = OptionalLong.of(ms);
        return this;
    }

    private Places places() {
        return Places.of(PathMapping.parse(List.of("/lake=" + root)), Storages::open);
    }

    public CaseFile caseFile(String queryYaml) {
        QueryDescription query = queryYaml.isEmpty()
                ? null
                : QueryDescriptionParser.parse(Location.of("query.yaml"), queryYaml)
                        .query()
                        .value()
                        .orElseThrow();
        Places places = places();
        try (Storage storage = places.open("/lake/ckpt")) {
            return new CaseReader(storage, places, query, nowMs).read();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Diagnosis diagnose() {
        return diagnose("");
    }

    public Diagnosis diagnose(String queryYaml) {
        return Examination.of(caseFile(queryYaml));
    }

    public Diagnosis diagnoseTable(String table) {
        try (Storage storage = places().open("/lake/" + table)) {
            return Examination.of(TableExhibitReader.read(storage, VerifyScope.ALL));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
