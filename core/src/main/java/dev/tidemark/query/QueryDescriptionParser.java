package dev.tidemark.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.query.OperatorDescription.StoreDescription;
import dev.tidemark.query.YamlTree.Entry;
import dev.tidemark.query.YamlTree.Item;
import dev.tidemark.query.YamlTree.Mapping;
import dev.tidemark.query.YamlTree.Scalar;
import dev.tidemark.query.YamlTree.Sequence;
import dev.tidemark.source.kafka.PartitionBounds;
import dev.tidemark.source.kafka.Topics;
import org.jspecify.annotations.Nullable;

/** A query description in YAML (JSON is YAML too) to {@link QueryDescription}. */
public final class QueryDescriptionParser {
    private static final Set<String> QUERY_KEYS =
            Set.of("spark", "delta", "trigger", "confs", "sources", "operators", "sink");
    private static final Set<String> SOURCE_KEYS =
            Set.of("name", "format", "path", "schema", "options", "watermark", "bounds");
    private static final Set<String> BOUNDS_KEYS = Set.of("earliest", "latest");
    private static final Set<String> WATERMARK_KEYS = Set.of("column", "delay");
    private static final Set<String> OPERATOR_KEYS = Set.of("operatorId", "name", "partitions", "stores");
    private static final Set<String> STORE_KEYS = Set.of("key", "value");
    private static final Set<String> SINK_KEYS = Set.of("name", "format", "path", "outputMode", "options");

    private static final Set<String> OUTPUT_MODES = Set.of("append", "update", "complete");

    /** What Spark itself and the connectors known here go by; any other word is a connector of the user's own. */
    private static final Set<String> FORMATS = Set.of(
            "delta",
            "deltaSharing",
            "kafka",
            "rate",
            "rate-micro-batch",
            "socket",
            "memory",
            "parquet",
            "json",
            "csv",
            "orc",
            "text",
            "avro",
            "xml",
            "binaryFile",
            "image",
            "console",
            "noop",
            "foreach",
            "foreachBatch",
            "unknown");

    /** Words one letter from a known format that are names of their own. */
    private static final Set<String> NO_SLIPS = Set.of("tsv", "jsonl", "test");

    private final List<Damage> unknownKeys = new ArrayList<>();

    private QueryDescriptionParser() {}

    /**
     * What was read, and the keys that nothing here knows.
     *
     * @param unknownKeys each a damage that names the key and its line; the description is used without them
     */
    public record Reading(Parsed<QueryDescription> query, List<Damage> unknownKeys) {
        public Reading {
            unknownKeys = List.copyOf(unknownKeys);
        }
    }

    /** Reads a description; {@code at} is the file it came from. */
    public static Reading parse(Location at, String text) {
        QueryDescriptionParser parser = new QueryDescriptionParser();
        try {
            Mapping root = parser.mapping(YamlTree.read(at, text), "a query description", QUERY_KEYS);
            return new Reading(Parsed.intact(parser.query(root)), parser.unknownKeys);
        } catch (MalformedException malformed) {
            return new Reading(Parsed.damaged(malformed.damage()), parser.unknownKeys);
        }
    }

    private QueryDescription query(Mapping root) {
        List<SourceDescription> sources = new ArrayList<>();
        for (Item item : items(root, "sources")) {
            sources.add(source(mapping(item, "a source", SOURCE_KEYS)));
        }
        if (sources.isEmpty()) {
            throw new MalformedException(root.at(), DamageKind.MISSING, "at least one source", "none");
        }
        List<OperatorDescription> operators = root.find("operators").isEmpty() ? null : new ArrayList<>();
        if (operators != null) {
            Set<Long> operatorIds = new HashSet<>();
            for (Item item : items(root, "operators")) {
                OperatorDescription operator = operator(mapping(item, "an operator", OPERATOR_KEYS));
                if (!operatorIds.add(operator.operatorId())) {
                    throw new MalformedException(
                            item.at(),
                            DamageKind.MALFORMED,
                            "an operatorId of its own for each operator",
                            operator.operatorId() + " a second time");
                }
                operators.add(operator);
            }
        }
        Optional<Item> sink = root.find("sink");
        return new QueryDescription(
                new QueryDescription.Versions(text(root, "spark"), text(root, "delta")),
                root.find("trigger").map(this::trigger).orElseGet(() -> new Trigger.ProcessingTime(null)),
                texts(root, "confs"),
                sources,
                operators,
                sink.isEmpty() ? null : sink(mapping(sink.get(), "a sink", SINK_KEYS)));
    }

    private Trigger trigger(Item item) {
        String word;
        String interval = null;
        if (item instanceof Mapping mapping && mapping.entries().size() == 1) {
            word = mapping.entries().get(0).key().text();
            interval = scalar(mapping.entries().get(0).value(), "an interval");
        } else {
            String[] parts = scalar(item, "a trigger").trim().split("\\s+", 2);
            word = parts[0];
            interval = parts.length > 1 ? parts[1] : null;
        }
        Optional<Trigger> trigger = Trigger.of(word, interval);
        if (trigger.isEmpty()) {
            throw new MalformedException(
                    item.at(),
                    DamageKind.MALFORMED,
                    "once, availableNow, processingTime, continuous or realTime",
                    word);
        }
        return trigger.get();
    }

    private SourceDescription source(Mapping source) {
        Optional<Item> watermark = source.find("watermark");
        Optional<Item> bounds = source.find("bounds");
        return new SourceDescription(
                text(source, "name"),
                format(source, "a source"),
                text(source, "path"),
                schema(source, "schema"),
                texts(source, "options"),
                watermark.isEmpty() ? null : watermark(mapping(watermark.get(), "a watermark", WATERMARK_KEYS)),
                bounds.isEmpty() ? null : topics(mapping(bounds.get(), "bounds by topic", null)));
    }

    private Topics topics(Mapping bounds) {
        NavigableMap<String, NavigableMap<Integer, PartitionBounds>> topics = new TreeMap<>();
        for (Entry topic : bounds.entries()) {
            NavigableMap<Integer, PartitionBounds> partitions = new TreeMap<>();
            for (Entry partition :
                    mapping(topic.value(), "bounds by partition", null).entries()) {
                partitions.put(partitionNumber(partition), partitionBounds(partition.value()));
            }
            topics.put(topic.key().text(), partitions);
        }
        return new Topics(topics);
    }

    private static int partitionNumber(Entry partition) {
        String text = partition.key().text();
        if (!text.matches("\\d{1,9}")) {
            throw new MalformedException(partition.key().at(), DamageKind.MALFORMED, "the number of a partition", text);
        }
        return Integer.parseInt(text);
    }

    /** {@code {earliest: 3, latest: 20}}, or the latest alone. */
    private PartitionBounds partitionBounds(Item item) {
        Mapping mapping = item instanceof Mapping given ? given : null;
        if (mapping != null) {
            mapping(mapping, "the bounds of a partition", BOUNDS_KEYS);
        }
        Long latest = mapping == null ? whole(item) : number(mapping, "latest");
        Long earliest = mapping == null ? null : number(mapping, "earliest");
        long first = earliest == null ? 0 : earliest;
        if (latest == null) {
            throw new MalformedException(item.at(), DamageKind.MISSING, "latest", "bounds without it");
        }
        if (first < 0 || latest < first) {
            throw new MalformedException(
                    item.at(), DamageKind.MALFORMED, "0 <= earliest <= latest", first + " and " + latest);
        }
        return new PartitionBounds(first, latest);
    }

    private static Long whole(Item item) {
        String text = scalar(item, "the latest offset");
        if (!text.matches("\\d{1,18}")) {
            throw new MalformedException(item.at(), DamageKind.MALFORMED, "an offset", text);
        }
        return Long.valueOf(text);
    }

    private WatermarkDescription watermark(Mapping watermark) {
        String column = required(watermark, "column", "a watermark");
        String delay = required(watermark, "delay", "a watermark");
        // Behind the word interval Spark reads an expression of SQL, of which only the plain kind is read here.
        boolean isExpression = delay.trim().toLowerCase(Locale.ROOT).startsWith("interval");
        if (!isExpression && Delay.millis(delay).isEmpty()) {
            throw new MalformedException(
                    at(watermark, "delay"), DamageKind.MALFORMED, "a delay such as 10 minutes", delay);
        }
        return new WatermarkDescription(column, delay);
    }

    private static String format(Mapping parent, String what) {
        String format = required(parent, "format", what);
        boolean isWord = format.matches("[A-Za-z-]+") && !NO_SLIPS.contains(format.toLowerCase(Locale.ROOT));
        Optional<String> meant = isWord ? DidYouMean.slipOf(format, FORMATS) : Optional.empty();
        if (meant.isPresent()) {
            throw new MalformedException(
                    at(parent, "format"),
                    DamageKind.MALFORMED,
                    "a format",
                    format + " (did you mean " + meant.get() + "?)");
        }
        return format;
    }

    private static Location at(Mapping parent, String key) {
        return parent.find(key).map(Item::at).orElse(parent.at());
    }

    private SinkDescription sink(Mapping sink) {
        String outputMode = text(sink, "outputMode");
        if (outputMode != null && !OUTPUT_MODES.contains(outputMode.toLowerCase(Locale.ROOT))) {
            throw new MalformedException(
                    at(sink, "outputMode"), DamageKind.MALFORMED, "append, update or complete", outputMode);
        }
        return new SinkDescription(
                text(sink, "name"),
                format(sink, "a sink"),
                text(sink, "path"),
                outputMode == null ? "append" : outputMode.toLowerCase(Locale.ROOT),
                texts(sink, "options"));
    }

    private OperatorDescription operator(Mapping operator) {
        Map<String, StoreDescription> stores = new LinkedHashMap<>();
        Optional<Item> described = operator.find("stores");
        if (described.isPresent()) {
            for (Entry entry : mapping(described.get(), "stores by name", null).entries()) {
                Mapping store = mapping(entry.value(), "a store", STORE_KEYS);
                stores.put(entry.key().text(), new StoreDescription(schema(store, "key"), schema(store, "value")));
            }
        }
        Long partitions = number(operator, "partitions");
        if (partitions != null && (partitions < 1 || partitions > Integer.MAX_VALUE)) {
            throw new MalformedException(
                    operator.at(), DamageKind.MALFORMED, "a positive number of partitions", partitions.toString());
        }
        Long operatorId = number(operator, "operatorId");
        if (operatorId == null) {
            throw new MalformedException(operator.at(), DamageKind.MISSING, "operatorId", "an operator without one");
        }
        return new OperatorDescription(
                operatorId, text(operator, "name"), partitions == null ? null : partitions.intValue(), stores);
    }

    private Mapping mapping(Item item, String what, @Nullable Set<String> known) {
        if (!(item instanceof Mapping mapping)) {
            throw new MalformedException(item.at(), DamageKind.MALFORMED, what + " with keys and values", word(item));
        }
        for (Entry entry : mapping.entries()) {
            if (known != null && !known.contains(entry.key().text())) {
                unknownKeys.add(unknownKey(entry.key(), known));
            }
        }
        return mapping;
    }

    /** A key that nothing knows, which may be a note of the user's; one that is close to a known one was meant to count. */
    private static Damage unknownKey(Scalar key, Set<String> known) {
        String expected = "one of " + String.join(", ", known.stream().sorted().toList());
        Optional<String> meant = known.stream()
                .filter(name -> name.equalsIgnoreCase(key.text()))
                .findFirst()
                .or(() -> DidYouMean.slipOf(key.text(), known));
        if (meant.isPresent()) {
            throw new MalformedException(
                    key.at(), DamageKind.MALFORMED, expected, key.text() + " (did you mean " + meant.get() + "?)");
        }
        return new Damage(key.at(), DamageKind.MALFORMED, expected, key.text());
    }

    private static List<Item> items(Mapping parent, String key) {
        Optional<Item> item = parent.find(key);
        if (item.isEmpty()) {
            return List.of();
        }
        if (item.get() instanceof Sequence sequence) {
            return sequence.items();
        }
        throw new MalformedException(item.get().at(), DamageKind.MALFORMED, key + " as a list", word(item.get()));
    }

    private Map<String, String> texts(Mapping parent, String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        Optional<Item> item = parent.find(key);
        if (item.isPresent()) {
            for (Entry entry : mapping(item.get(), key, null).entries()) {
                texts.put(
                        entry.key().text(),
                        scalar(entry.value(), "a value of " + entry.key().text()));
            }
        }
        return texts;
    }

    private static @Nullable String text(Mapping parent, String key) {
        Optional<Item> item = parent.find(key);
        return item.isEmpty() ? null : scalar(item.get(), key);
    }

    private static @Nullable String schema(Mapping parent, String key) {
        Optional<Item> item = parent.find(key);
        if (item.isEmpty() || item.get() instanceof Scalar) {
            return text(parent, key);
        }
        return json(item.get()).toString();
    }

    private static @Nullable Long number(Mapping parent, String key) {
        String text = text(parent, key);
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException notWhole) {
            throw new MalformedException(parent.at(), DamageKind.MALFORMED, key + " as a whole number", text);
        }
    }

    private static String required(Mapping parent, String key, String what) {
        String text = text(parent, key);
        if (text == null) {
            throw new MalformedException(parent.at(), DamageKind.MISSING, key, what + " without one");
        }
        return text;
    }

    private static String scalar(Item item, String what) {
        if (item instanceof Scalar scalar) {
            return scalar.text();
        }
        throw new MalformedException(item.at(), DamageKind.MALFORMED, what + " as a single value", word(item));
    }

    private static String word(Item item) {
        if (item instanceof Scalar scalar) {
            return scalar.text();
        }
        return item instanceof Sequence ? "a list" : "keys and values";
    }

    private static JsonValue json(Item item) {
        if (item instanceof Mapping mapping) {
            JsonObject.Builder object = JsonObject.builder();
            mapping.entries().forEach(entry -> object.put(entry.key().text(), json(entry.value())));
            return object.build();
        }
        if (item instanceof Sequence sequence) {
            return JsonArray.of(sequence.items(), QueryDescriptionParser::json);
        }
        Scalar scalar = (Scalar) item;
        if (scalar.isNull()) {
            return JsonNull.NULL;
        }
        if (scalar.text().equals("true") || scalar.text().equals("false")) {
            return new JsonTruth(scalar.text().equals("true"));
        }
        return scalar.text().matches("-?\\d{1,18}") ? new JsonNumber(scalar.text()) : new JsonText(scalar.text());
    }
}
