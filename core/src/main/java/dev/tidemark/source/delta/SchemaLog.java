package dev.tidemark.source.delta;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.type.SchemaJsonParser;
import dev.tidemark.format.type.SchemaJsonWriter;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * The log in which a stream remembers the schema it reads with. Entries are numbered from 0, each {@code v1} and a line of
 * JSON. Authority: Delta 4.0 DeltaSourceMetadataTrackingLog, PersistedMetadata, SchemaTrackingLog.
 */
final class SchemaLog {
    private final String location;
    private final Writer writer;
    private final Map<Long, String> stored = new LinkedHashMap<>();
    private final Map<Long, Entry> entries = new LinkedHashMap<>();
    private long currentNumber = -1;

    /** Takes a new file of the log. */
    interface Writer {
        void write(String name, String content);
    }

    /**
     * One remembered schema.
     *
     * @param version the table version it was taken from
     * @param configuration table properties; null in old logs
     * @param protocol null in old logs
     * @param previous the number of the entry it follows; null when it is the one before
     * @param sourcePath where the source keeps things in its checkpoint; null when the entry does not say
     */
    record Entry(
            String tableId,
            long version,
            StructSchema schema,
            List<String> partitionColumns,
            @Nullable Map<String, @Nullable String> configuration,
            @Nullable Protocol protocol,
            @Nullable Long previous,
            @Nullable String sourcePath) {
        static Entry of(String tableId, long version, Metadata metadata, Protocol protocol, String sourcePath) {
            return new Entry(
                    tableId,
                    version,
                    SchemaRules.schemaOf(metadata),
                    SchemaRules.partitionColumnsOf(metadata),
                    metadata.configuration() == null ? Map.of() : metadata.configuration(),
                    protocol,
                    null,
                    sourcePath);
        }

        Entry following(long number) {
            return new Entry(tableId, version, schema, partitionColumns, configuration, protocol, number, sourcePath);
        }

        /** The text of its file. Authority: Delta 4.0 PersistedMetadata, JsonSchemaSerializer. */
        String text() {
            JsonObject.Builder json = JsonObject.builder()
                    .put("tableId", tableId)
                    .put("deltaCommitVersion", version)
                    .put("dataSchemaJson", SchemaJsonWriter.json(schema).toString())
                    .put(
                            "partitionSchemaJson",
                            SchemaJsonWriter.json(partitionSchema()).toString());
            if (sourcePath != null) {
                json.put("sourceMetadataPath", sourcePath);
            }
            if (configuration != null) {
                JsonObject.Builder properties = JsonObject.builder();
                configuration.forEach(properties::put);
                json.put("tableConfigurations", properties.build());
            }
            if (protocol != null) {
                json.put("protocolJson", json(protocol).toString());
            }
            if (previous != null) {
                json.put("previousMetadataSeqNum", previous);
            }
            return "v1\n" + json.build();
        }

        private StructSchema partitionSchema() {
            List<StructSchema.Field> fields = new ArrayList<>();
            for (String column : partitionColumns) {
                schema.ordinalOf(column).ifPresent(ordinal -> fields.add(schema.field(ordinal)));
            }
            return new StructSchema(fields);
        }

        private static JsonObject json(Protocol protocol) {
            JsonObject.Builder json = JsonObject.builder()
                    .put("minReaderVersion", protocol.minReaderVersion())
                    .put("minWriterVersion", protocol.minWriterVersion());
            put(json, "readerFeatures", protocol.readerFeatures());
            put(json, "writerFeatures", protocol.writerFeatures());
            return JsonObject.builder().put("protocol", json.build()).build();
        }

        private static void put(JsonObject.Builder json, String name, @Nullable List<String> features) {
            if (features != null) {
                json.put(
                        name,
                        new JsonArray(
                                features.stream().<JsonValue>map(JsonText::new).toList()));
            }
        }
    }

    SchemaLog(String location, Writer writer) {
        this.location = location;
        this.writer = writer;
    }

    /** Takes an entry that is there already; it is read when it is asked for. */
    void restore(long number, String text) {
        stored.put(number, text);
        currentNumber = Math.max(currentNumber, number);
    }

    private Optional<Entry> entry(long number) {
        String text = stored.remove(number);
        if (text != null) {
            entries.put(number, parse(text));
        }
        return Optional.ofNullable(entries.get(number));
    }

    Optional<Entry> current() {
        return entry(currentNumber);
    }

    Optional<Entry> previous() {
        return current()
                .map(entry -> entry.previous() == null ? currentNumber - 1 : entry.previous())
                .flatMap(this::entry);
    }

    /** Adds an entry, unless it is the current one again. */
    void add(Entry entry) {
        if (current().filter(entry::equals).isEmpty()) {
            currentNumber++;
            entries.put(currentNumber, entry);
            writer.write(Long.toString(currentNumber), entry.text());
        }
    }

    /** Adds an entry in the place of the current one, so that it is compared with the one before that. */
    void replace(Entry entry) {
        Entry last = current().orElse(null);
        if (last == null) {
            add(entry);
        } else {
            add(entry.following(last.previous() == null ? currentNumber - 1 : last.previous()));
        }
    }

    private Entry parse(String text) {
        String[] lines = text.split("\n", 2);
        if (!lines[0].trim().equals("v1") || lines.length < 2) {
            throw DeltaSourceErrors.trackingUnreadable(location);
        }
        JsonObject json = JsonParser.parseObject(Location.of(location), lines[1])
                .value()
                .orElseThrow(() -> DeltaSourceErrors.trackingUnreadable(location));
        return new Entry(
                json.text("tableId").orElse(""),
                json.number("deltaCommitVersion").orElse(0),
                schema(json, "dataSchemaJson"),
                schema(json, "partitionSchemaJson").fields().stream()
                        .map(StructSchema.Field::name)
                        .toList(),
                json.object("tableConfigurations").map(SchemaLog::texts).orElse(null),
                json.text("protocolJson").flatMap(this::protocol).orElse(null),
                json.number("previousMetadataSeqNum").isPresent()
                        ? Long.valueOf(json.number("previousMetadataSeqNum").getAsLong())
                        : null,
                json.text("sourceMetadataPath").orElse(null));
    }

    private StructSchema schema(JsonObject json, String field) {
        String text = json.text(field).orElseThrow(DeltaSourceErrors::trackingSchemaUnreadable);
        return SchemaJsonParser.parse(Location.of(location), text)
                .value()
                .orElseThrow(DeltaSourceErrors::trackingSchemaUnreadable);
    }

    private static Map<String, @Nullable String> texts(JsonObject object) {
        Map<String, @Nullable String> texts = new LinkedHashMap<>();
        object.members()
                .forEach(member ->
                        texts.put(member.name(), member.value() instanceof JsonText text ? text.value() : null));
        return texts;
    }

    private Optional<Protocol> protocol(String text) {
        return JsonParser.parseObject(Location.of(location), text)
                .value()
                .flatMap(line -> line.object("protocol"))
                .map(protocol -> new Protocol(
                        (int) protocol.number("minReaderVersion").orElse(0),
                        (int) protocol.number("minWriterVersion").orElse(0),
                        features(protocol, "readerFeatures"),
                        features(protocol, "writerFeatures")));
    }

    private static @Nullable List<String> features(JsonObject protocol, String field) {
        JsonArray array = protocol.array(field).orElse(null);
        if (array == null) {
            return null;
        }
        List<String> features = new ArrayList<>();
        array.items().forEach(item -> features.add(item instanceof JsonText text ? text.value() : item.toString()));
        return features;
    }
}
