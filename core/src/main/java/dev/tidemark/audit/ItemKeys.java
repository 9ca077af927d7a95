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
 * @param plannedAtMs when that batch was planned; null when unknown
 * @param sourceTables ids of the Delta tables that a checkpoint reads
 * @param tableId of a Delta table; null when unknown
 * @param writers the streams that a Delta table remembers
 */
public record ItemKeys(
        @Nullable String queryId,
        @Nullable Long newestBatch,
        @Nullable Long plannedAtMs,
        List<String> sourceTables,
        @Nullable String tableId,
        List<Writer> writers) {
    /** Nothing that ties. */
    public static final ItemKeys NONE = new ItemKeys(null, null, null, List.of(), null, List.of());

    /** Streams of a table that are kept, the newest. */
    public static final int MOST_WRITERS = 50;

    private static final String QUERY_ID = "queryId";
    private static final String NEWEST_BATCH = "newestBatch";
    private static final String PLANNED_AT = "plannedAtMs";
    private static final String SOURCE_TABLES = "sourceTables";
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

    public ItemKeys {
        sourceTables = List.copyOf(sourceTables);
        writers = List.copyOf(writers);
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
        if (plannedAtMs != null) {
            document.put(PLANNED_AT, plannedAtMs);
        }
        if (!sourceTables.isEmpty()) {
            document.put(SOURCE_TABLES, JsonArray.of(sourceTables, JsonText::new));
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
        return new ItemKeys(
                document.text(QUERY_ID).orElse(null),
                number(document, NEWEST_BATCH),
                number(document, PLANNED_AT),
                texts(document, SOURCE_TABLES),
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
