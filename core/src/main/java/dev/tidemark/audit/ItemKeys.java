package dev.tidemark.audit;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What ties an item to others; all that an audit keeps of one.
 *
 * @param queryId of a checkpoint; null when it has none
 * @param newestBatch of a checkpoint; null when it has none
 * @param beats when a checkpoint planned its newest batches, or when an output's newest files were written, ascending
 * @param sources ids of the Delta tables that a checkpoint reads, and directories
 * @param tableId of a Delta table; null when unknown
 * @param writers the streams that a Delta table remembers
 */
public record ItemKeys(
        @Nullable String queryId,
        @Nullable Long newestBatch,
        List<Beat> beats,
        Sources sources,
        @Nullable String tableId,
        List<Writer> writers) {
    /** Nothing that ties. */
    public static final ItemKeys NONE = new ItemKeys(null, null, List.of(), Sources.NONE, null, List.of());

    /** Beats that are kept, the newest. */
    public static final int MOST_BEATS = 6;

    /** Streams of a table that are kept, the newest. */
    public static final int MOST_WRITERS = 50;

    private static final String QUERY_ID = "queryId";
    private static final String NEWEST_BATCH = "newestBatch";
    private static final String BEATS = "beats";
    private static final String BATCH = "batchId";
    private static final String AT = "atMs";
    private static final String SOURCE_TABLES = "sourceTables";
    private static final String GONE_DIRECTORIES = "goneDirectories";
    private static final String TABLE_ID = "tableId";
    private static final String WRITERS = "writers";
    private static final String APP_ID = "appId";
    private static final String VERSION = "version";
    private static final String UPDATED_AT = "updatedAtMs";
    private static final String QUERY_IDS = "queryIds";

    /**
     * A stream that wrote to a table.
     *
     * @param version of its last transaction: the batch
     * @param updatedAtMs when; null when the log does not say
     * @param queryIds of the queries that used this application id, as the newest commits tell
     */
    public record Writer(
            String appId, long version, @Nullable Long updatedAtMs, List<String> queryIds) {
        public Writer {
            queryIds = List.copyOf(queryIds);
        }
    }

    /**
     * When something happened to a batch, epoch milliseconds.
     *
     * @param atMs of a checkpoint, its planning; of an output, the newest file's time
     */
    public record Beat(long batchId, long atMs) {}

    /**
     * What a checkpoint reads.
     *
     * @param tables ids of Delta tables
     * @param goneDirectories directories of a file source that are not there any more, though what they lay in is
     */
    public record Sources(List<String> tables, List<String> goneDirectories) {
        /** Nothing that leaves a trace. */
        public static final Sources NONE = new Sources(List.of(), List.of());

        public Sources {
            tables = List.copyOf(tables);
            goneDirectories = List.copyOf(goneDirectories);
        }
    }

    public ItemKeys {
        beats = List.copyOf(beats);
        writers = List.copyOf(writers);
    }

    /** When the newest batch of a checkpoint was planned; null when unknown. */
    @Nullable
    Long plannedAtMs() {
        return beats.stream()
                .filter(beat -> newestBatch != null && beat.batchId() == newestBatch)
                .map(Beat::atMs)
                .findFirst()
                .orElse(null);
    }

    /** Ids of the Delta tables that a checkpoint reads. */
    List<String> sourceTables() {
        return sources.tables();
    }

    /** As JSON, from which {@link #of} makes the same again. */
    public JsonObject document() {
        JsonObject.Builder document = JsonObject.builder();
        if (queryId != null) {
            document.put(QUERY_ID, queryId);
        }
        if (newestBatch != null) {
            document.put(NEWEST_BATCH, newestBatch);
        }
        if (!beats.isEmpty()) {
            document.put(
                    BEATS,
                    JsonArray.of(
                            beats,
                            beat -> JsonObject.builder()
                                    .put(BATCH, beat.batchId())
                                    .put(AT, beat.atMs())
                                    .build()));
        }
        if (!sources.tables().isEmpty()) {
            document.put(SOURCE_TABLES, JsonArray.of(sources.tables(), JsonText::new));
        }
        if (!sources.goneDirectories().isEmpty()) {
            document.put(GONE_DIRECTORIES, JsonArray.of(sources.goneDirectories(), JsonText::new));
        }
        if (tableId != null) {
            document.put(TABLE_ID, tableId);
        }
        if (!writers.isEmpty()) {
            document.put(WRITERS, JsonArray.of(writers, ItemKeys::document));
        }
        return document.build();
    }

    private static JsonObject document(Writer writer) {
        return JsonObject.builder()
                .put(APP_ID, writer.appId())
                .put(VERSION, writer.version())
                .put(UPDATED_AT, writer.updatedAtMs() == null ? null : JsonNumber.of(writer.updatedAtMs()))
                .put(QUERY_IDS, JsonArray.of(writer.queryIds(), JsonText::new))
                .build();
    }

    /** Keys that were written as JSON; what is not of that form is left out. */
    public static ItemKeys of(JsonObject document) {
        List<Writer> writers = new ArrayList<>();
        for (JsonValue value : document.array(WRITERS).map(JsonArray::items).orElse(List.of())) {
            if (value instanceof JsonObject writer && writer.text(APP_ID).isPresent()) {
                writers.add(new Writer(
                        writer.text(APP_ID).get(),
                        writer.number(VERSION).orElse(-1),
                        number(writer, UPDATED_AT),
                        texts(writer, QUERY_IDS)));
            }
        }
        List<Beat> beats = new ArrayList<>();
        for (JsonValue value : document.array(BEATS).map(JsonArray::items).orElse(List.of())) {
            if (value instanceof JsonObject beat
                    && beat.number(BATCH).isPresent()
                    && beat.number(AT).isPresent()) {
                beats.add(
                        new Beat(beat.number(BATCH).getAsLong(), beat.number(AT).getAsLong()));
            }
        }
        return new ItemKeys(
                document.text(QUERY_ID).orElse(null),
                number(document, NEWEST_BATCH),
                beats,
                new Sources(texts(document, SOURCE_TABLES), texts(document, GONE_DIRECTORIES)),
                document.text(TABLE_ID).orElse(null),
                writers);
    }

    private static @Nullable Long number(JsonObject object, String name) {
        return object.number(name).isPresent() ? object.number(name).getAsLong() : null;
    }

    private static List<String> texts(JsonObject object, String name) {
        return object.array(name).map(JsonArray::items).orElse(List.of()).stream()
                .filter(JsonText.class::isInstance)
                .map(text -> ((JsonText) text).value())
                .toList();
    }
}
