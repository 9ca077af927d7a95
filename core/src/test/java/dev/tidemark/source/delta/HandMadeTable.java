package dev.tidemark.source.delta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.StreamSource;

/** A Delta table in memory, and Delta's source over it. */
final class HandMadeTable {
    static final String ID = "t";
    static final String COLUMN_A = column("a", "long");
    static final String COLUMN_B = column("b", "string");
    static final String PROTOCOL = protocol(1, 2);

    /** The checkpoint under which schema logs lie. */
    static final String CHECKPOINT = "/lake/ckpt";

    /** Where a source that asks for it tracks its schema. */
    static final String TRACKING = CHECKPOINT + "/schemas";

    private static final String METADATA_PATH = "file:/lake/ckpt/sources/0";
    private static final int MOST_BATCHES = 50;

    private final MemoryStorage storage = new MemoryStorage();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, String> confs = new LinkedHashMap<>();
    private final Map<Long, String> schemaLog = new LinkedHashMap<>();
    private String release = "4.2.0";
    private String eventTime;
    private long next;

    private HandMadeTable() {}

    /** A table of one column whose version 0 holds no file. */
    static HandMadeTable created(String... alsoInVersion0) {
        List<String> lines = new ArrayList<>(List.of(PROTOCOL, metadata(COLUMN_A)));
        lines.addAll(List.of(alsoInVersion0));
        return new HandMadeTable().commit(lines.toArray(String[]::new));
    }

    /** A table whose version 0 holds what is given. */
    static HandMadeTable of(String... version0) {
        return new HandMadeTable().commit(version0);
    }

    /** The next version, one second behind the one before. */
    HandMadeTable commit(String... lines) {
        return commitAt(1000 * (next + 1), lines);
    }

    /** The next version, in a file of a modification time. */
    HandMadeTable commitAt(long modifiedAtMs, String... lines) {
        storage.with(commitFile(next++), String.join("\n", lines).getBytes(StandardCharsets.UTF_8), modifiedAtMs);
        return this;
    }

    HandMadeTable without(long version) {
        if (!storage.delete(new StoragePath(commitFile(version)))) {
            throw new IllegalArgumentException("no version " + version);
        }
        return this;
    }

    /** A checkpoint of a version, written as JSON: the protocol must hold {@code v2Checkpoint}. */
    HandMadeTable checkpoint(long version, String... lines) {
        String name = String.format("_delta_log/%020d.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json", version);
        String first = "{\"checkpointMetadata\":{\"version\":" + version + "}}";
        storage.with(name, first + "\n" + String.join("\n", lines));
        return this;
    }

    private static String commitFile(long version) {
        return String.format("_delta_log/%020d.json", version);
    }

    HandMadeTable option(String name, String value) {
        options.put(name, value);
        return this;
    }

    HandMadeTable conf(String name, String value) {
        confs.put("spark.databricks.delta." + name, value);
        return this;
    }

    HandMadeTable zone(String id) {
        confs.put("spark.sql.session.timeZone", id);
        return this;
    }

    HandMadeTable delta(String wantedRelease) {
        release = wantedRelease;
        return this;
    }

    /** Tracks the schema, with the entries of the log so far. */
    HandMadeTable tracking(String... entries) {
        for (String entry : entries) {
            schemaLog.put((long) schemaLog.size(), entry);
        }
        return option("schemaTrackingLocation", TRACKING);
    }

    /** The number of entries that the schema log has by now. */
    int schemaLogSize() {
        return schemaLog.size();
    }

    /** An entry of the schema log. */
    String schemaLogEntry(long number) {
        return schemaLog.get(number);
    }

    /** Puts a watermark on a column. */
    HandMadeTable watermark(String column) {
        eventTime = column;
        return this;
    }

    /** The source, made anew: what a restart does. */
    StreamSource source() throws IOException {
        return sources().create(METADATA_PATH);
    }

    void analyse() throws IOException {
        DeltaSources sources = sources();
        sources.analyse();
        sources.analyseWrite();
    }

    private DeltaSources sources() throws IOException {
        DeltaSources.SchemaLogs logs = new DeltaSources.SchemaLogs() {
            @Override
            public Map<Long, String> entries(String location) {
                return Map.copyOf(schemaLog);
            }

            @Override
            public void write(String location, String name, String content) {
                schemaLog.put(Long.parseLong(name), content);
            }

            @Override
            public List<String> checkpoints() {
                return List.of(CHECKPOINT);
            }
        };
        return new DeltaSources(
                new DeltaSources.Setup(options, confs, release, eventTime),
                storage,
                "file:/lake/t",
                logs,
                DeltaSources.DataFiles.unread());
    }

    /** Where the batches end that a query plans from the beginning, under the source's own limits. */
    List<String> plan() throws IOException {
        return planFrom(null);
    }

    /** Where the batches end that a query plans behind a place. */
    List<String> planFrom(String place) throws IOException {
        StreamSource source = source();
        List<String> ends = new ArrayList<>();
        String last = place == null ? null : json(place);
        for (int i = 0; i < MOST_BATCHES; i++) {
            String end = source.latestOffset(last, source.defaultReadLimit());
            if (end == null || end.equals(last)) {
                return ends;
            }
            ends.add(place(end));
            last = end;
        }
        throw new AssertionError("does not end: " + ends);
    }

    /** Where a batch with everything ends; null when there is none. */
    String everything() throws IOException {
        String end = source().latestOffset(null, new ReadLimit.AllAvailable());
        return end == null ? null : place(end);
    }

    /** The files of a batch between two places, each {@code version:index:path}; {@code null} is the beginning. */
    List<String> batch(String start, String end) throws IOException {
        return files(source().batch(start == null ? null : json(start), json(end)));
    }

    /** The files of every batch that a query plans, in order. */
    List<List<String>> batches() throws IOException {
        List<List<String>> batches = new ArrayList<>();
        String start = null;
        for (String end : plan()) {
            batches.add(batch(start, end));
            start = end;
        }
        return batches;
    }

    static List<String> files(SourceBatch batch) {
        return batch.files().stream()
                .map(file -> file.version() + ":" + file.index() + ":" + file.path())
                .toList();
    }

    /** The JSON of a place {@code version:index}, with {@code !} behind it inside the initial snapshot. */
    static String json(String place) {
        String[] parts = place.replace("!", "").split(":");
        boolean isBarrier = parts[1].equals("-20") || parts[1].equals("-19");
        return "{\"sourceVersion\":" + (isBarrier ? 3 : 1) + ",\"reservoirId\":\"" + ID + "\",\"reservoirVersion\":"
                + parts[0] + ",\"index\":" + parts[1] + ",\"isStartingVersion\":" + place.endsWith("!") + "}";
    }

    /** The other way round. */
    static String place(String json) {
        JsonObject offset =
                JsonParser.parseObject(Location.of("offset"), json).value().orElseThrow();
        String place = offset.number("reservoirVersion").orElseThrow() + ":"
                + offset.number("index").orElseThrow();
        return json.contains("\"isStartingVersion\":true") ? place + "!" : place;
    }

    /** What a source throws. */
    static SourceError failureOf(Action action) throws IOException {
        try {
            action.run();
        } catch (SourceFailureException refused) {
            return refused.error();
        }
        throw new AssertionError("does not fail");
    }

    /** The condition of what a source throws, or else its class. */
    static String conditionOf(Action action) throws IOException {
        SourceError.Cause told = failureOf(action).outermost();
        return told.condition() == null ? told.className() : told.condition();
    }

    /** Something that may fail. */
    interface Action {
        void run() throws IOException;
    }

    // lines

    static String column(String name, String type) {
        return column(name, type, "{}");
    }

    static String column(String name, String type, String metadata) {
        return "{\"name\":\"" + name + "\",\"type\":\"" + type + "\",\"nullable\":true,\"metadata\":" + metadata + "}";
    }

    static String schema(String... columns) {
        return "{\"type\":\"struct\",\"fields\":[" + String.join(",", columns) + "]}";
    }

    static String metadata(String... columns) {
        return metadataOf(ID, "{}", columns);
    }

    static String metadataOf(String id, String configuration, String... columns) {
        return "{\"metaData\":{\"id\":\"" + id + "\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                + "\"schemaString\":" + quoted(schema(columns)) + ",\"partitionColumns\":[],\"configuration\":"
                + configuration + "}}";
    }

    static String quoted(String json) {
        return "\"" + json.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static String protocol(int reader, int writer) {
        return "{\"protocol\":{\"minReaderVersion\":" + reader + ",\"minWriterVersion\":" + writer + "}}";
    }

    static String add(String path) {
        return add(path, 10, 5);
    }

    static String add(String path, long sizeBytes) {
        return add(path, sizeBytes, 5);
    }

    static String add(String path, long sizeBytes, long modifiedAtMs) {
        return "{\"add\":{\"path\":\"" + path + "\",\"partitionValues\":{},\"size\":" + sizeBytes
                + ",\"modificationTime\":" + modifiedAtMs + ",\"dataChange\":true}}";
    }

    static String remove(String path) {
        return "{\"remove\":{\"path\":\"" + path + "\",\"deletionTimestamp\":7,\"dataChange\":true,\"size\":10}}";
    }

    /** The same action as part of a rearrangement of data. */
    static String rearranged(String line) {
        return line.replace("\"dataChange\":true", "\"dataChange\":false");
    }

    static String withVector(String line) {
        return line.replace(
                "\"dataChange\":true",
                "\"dataChange\":true,\"deletionVector\":{\"storageType\":\"u\",\"pathOrInlineDv\":"
                        + "\"ab^-aqEH.-t@S}K{vb[*k^\",\"offset\":1,\"sizeInBytes\":36,\"cardinality\":2}");
    }

    static String cdc(String path) {
        return "{\"cdc\":{\"path\":\"_change_data/" + path
                + "\",\"partitionValues\":{},\"size\":10,\"dataChange\":false}}";
    }

    static String info(String operation) {
        return "{\"commitInfo\":{\"timestamp\":1,\"operation\":\"" + operation
                + "\",\"operationParameters\":{\"predicate\":\"[]\"}}}";
    }

    /** The line that holds the time of its commit. */
    static String inCommitTime(long ms) {
        return "{\"commitInfo\":{\"inCommitTimestamp\":" + ms
                + ",\"timestamp\":1,\"operation\":\"WRITE\",\"operationParameters\":{}}}";
    }
}
