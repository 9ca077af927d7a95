package dev.tidemark.source;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;

/**
 * A line of an offset log to {@link SourceOffset}, told by the shape of its JSON: the log does not say which source wrote
 * it. JSON of no known shape is {@link SourceOffset.Opaque}, so only text that is no JSON is damaged. Authority: the
 * {@code Offset.json} of each source in Spark 4.2 and of DeltaSourceOffset in Delta 4.2.
 */
public final class SourceOffsetParser {
    private static final String LOG_OFFSET = "logOffset";
    private static final String SOURCE_VERSION = "sourceVersion";
    private static final String RESERVOIR_ID = "reservoirId";
    private static final String RESERVOIR_VERSION = "reservoirVersion";
    private static final String INDEX = "index";
    private static final String IS_STARTING_VERSION = "isStartingVersion";
    private static final String OFFSET = "offset";
    private static final String TIMESTAMP = "timestamp";
    private static final String VALUE = "value";
    private static final String RUN_TIME = "runTimeMs";
    private static final String ACTIVE_SOURCE = "activeSourceName";
    private static final String ALL_SOURCES = "allSourceNames";
    private static final String COMPLETED_SOURCES = "completedSourceNames";

    private SourceOffsetParser() {}

    /** The position in a text that is not {@code -}. */
    public static Parsed<SourceOffset> parse(Location at, String text) {
        return JsonParser.parse(at, text).map(SourceOffsetParser::of);
    }

    /** The position in JSON that is parsed already. */
    public static SourceOffset of(JsonValue json) {
        if (json instanceof JsonNumber number && number.asLong().isPresent()) {
            return new SourceOffset.Whole(json, number.asLong().getAsLong());
        }
        if (!(json instanceof JsonObject object)) {
            return new SourceOffset.Opaque(json);
        }
        return delta(object)
                .or(() -> file(object))
                .or(() -> rateMicroBatch(object))
                .or(() -> sequentialUnion(object))
                .or(() -> continuousRate(object))
                .or(() -> kafka(object))
                .orElseGet(() -> new SourceOffset.Opaque(object));
    }

    private static Optional<SourceOffset> delta(JsonObject object) {
        Optional<String> reservoirId = object.text(RESERVOIR_ID);
        OptionalLong sourceVersion = object.number(SOURCE_VERSION);
        if (reservoirId.isEmpty() || sourceVersion.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SourceOffset.Delta(
                object,
                sourceVersion.getAsLong(),
                reservoirId.get(),
                object.number(RESERVOIR_VERSION).orElse(0),
                object.number(INDEX).orElse(0),
                object.truth(IS_STARTING_VERSION).orElse(false)));
    }

    private static Optional<SourceOffset> file(JsonObject object) {
        OptionalLong logOffset = object.number(LOG_OFFSET);
        return hasOnly(object, Set.of(LOG_OFFSET)) && logOffset.isPresent()
                ? Optional.of(new SourceOffset.FileLog(object, logOffset.getAsLong()))
                : Optional.empty();
    }

    private static Optional<SourceOffset> rateMicroBatch(JsonObject object) {
        OptionalLong offset = object.number(OFFSET);
        OptionalLong timestamp = object.number(TIMESTAMP);
        return hasOnly(object, Set.of(OFFSET, TIMESTAMP)) && offset.isPresent() && timestamp.isPresent()
                ? Optional.of(new SourceOffset.RateMicroBatch(object, offset.getAsLong(), timestamp.getAsLong()))
                : Optional.empty();
    }

    private static Optional<SourceOffset> sequentialUnion(JsonObject object) {
        Optional<String> active = object.text(ACTIVE_SOURCE);
        Optional<List<String>> all = object.array(ALL_SOURCES).flatMap(SourceOffsetParser::texts);
        Optional<List<String>> completed = object.array(COMPLETED_SOURCES).flatMap(SourceOffsetParser::texts);
        return active.isPresent() && all.isPresent() && completed.isPresent()
                ? Optional.of(new SourceOffset.SequentialUnion(object, active.get(), all.get(), completed.get()))
                : Optional.empty();
    }

    private static Optional<List<String>> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : array.items()) {
            if (!(item instanceof JsonText text)) {
                return Optional.empty();
            }
            texts.add(text.value());
        }
        return Optional.of(texts);
    }

    private static Optional<SourceOffset> continuousRate(JsonObject object) {
        NavigableMap<Integer, Long> values = new TreeMap<>();
        NavigableMap<Integer, Long> runTimes = new TreeMap<>();
        for (JsonObject.Member member : object.members()) {
            OptionalLong partition = partition(member.name());
            if (partition.isEmpty()
                    || !(member.value() instanceof JsonObject position)
                    || position.number(VALUE).isEmpty()
                    || position.number(RUN_TIME).isEmpty()) {
                return Optional.empty();
            }
            values.put((int) partition.getAsLong(), position.number(VALUE).getAsLong());
            runTimes.put((int) partition.getAsLong(), position.number(RUN_TIME).getAsLong());
        }
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new SourceOffset.ContinuousRate(object, values, runTimes));
    }

    private static Optional<SourceOffset> kafka(JsonObject object) {
        NavigableMap<String, NavigableMap<Integer, Long>> topics = new TreeMap<>();
        for (JsonObject.Member topic : object.members()) {
            Optional<NavigableMap<Integer, Long>> partitions =
                    topic.value() instanceof JsonObject offsets ? kafkaPartitions(offsets) : Optional.empty();
            if (partitions.isEmpty()) {
                return Optional.empty();
            }
            topics.put(topic.name(), partitions.get());
        }
        return topics.isEmpty() ? Optional.empty() : Optional.of(new SourceOffset.Kafka(object, topics));
    }

    private static Optional<NavigableMap<Integer, Long>> kafkaPartitions(JsonObject offsets) {
        NavigableMap<Integer, Long> partitions = new TreeMap<>();
        for (JsonObject.Member member : offsets.members()) {
            OptionalLong partition = partition(member.name());
            OptionalLong offset = offsets.number(member.name());
            if (partition.isEmpty() || offset.isEmpty()) {
                return Optional.empty();
            }
            partitions.put((int) partition.getAsLong(), offset.getAsLong());
        }
        return partitions.isEmpty() ? Optional.empty() : Optional.of(partitions);
    }

    private static OptionalLong partition(String name) {
        try {
            return OptionalLong.of(Integer.parseInt(name));
        } catch (NumberFormatException notNumeric) {
            return OptionalLong.empty();
        }
    }

    private static boolean hasOnly(JsonObject object, Set<String> names) {
        return object.members().stream().allMatch(member -> names.contains(member.name()));
    }
}
