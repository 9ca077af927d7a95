package dev.tidemark.source.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceUndecidedException;

/** The options of the source. Authority: Spark 4.1 KafkaSourceProvider. */
final class KafkaOptions {
    private static final String ASSIGN = "assign";
    private static final String SUBSCRIBE = "subscribe";
    private static final String SUBSCRIBE_PATTERN = "subscribePattern";
    private static final String MAX_OFFSETS = "maxOffsetsPerTrigger";
    private static final String MIN_OFFSETS = "minOffsetsPerTrigger";
    private static final String STARTING_OFFSETS = "startingOffsets";
    private static final String FAIL_ON_DATA_LOSS = "failOnDataLoss";

    private final NavigableMap<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    KafkaOptions(Map<String, String> options) {
        given.putAll(options);
    }

    private Optional<String> option(String key) {
        return Optional.ofNullable(given.get(key));
    }

    /** What is refused when the query is analysed: validateStreamOptions. */
    void validate() {
        if (given.containsKey("endingOffsets")) {
            throw KafkaErrors.illegalArgument("ending offset not valid in streaming queries");
        }
        if (given.containsKey("endingOffsetsByTimestamp")) {
            throw KafkaErrors.illegalArgument("ending timestamp not valid in streaming queries");
        }
        validateStrategy();
        requirePositive("minPartitions");
        if (given.containsKey("kafka.auto.offset.reset")) {
            throw KafkaErrors.illegalArgument("\nKafka option 'auto.offset.reset' is not supported.");
        }
        for (String side : List.of("key", "value")) {
            if (given.containsKey("kafka." + side + ".deserializer")) {
                throw KafkaErrors.illegalArgument("Kafka option '" + side + ".deserializer' is not supported as " + side
                        + "s are deserialized as byte arrays with ByteArrayDeserializer. Use DataFrame operations to"
                        + " explicitly deserialize the " + side + "s.");
            }
        }
        for (String unsupported : List.of("enable.auto.commit", "interceptor.classes")) {
            if (given.containsKey("kafka." + unsupported)) {
                throw KafkaErrors.illegalArgument("Kafka option '" + unsupported + "' is not supported");
            }
        }
        if (given.containsKey(MIN_OFFSETS) && given.containsKey(MAX_OFFSETS)) {
            long fewest = whole(MIN_OFFSETS);
            long most = whole(MAX_OFFSETS);
            if (fewest > most) {
                throw KafkaErrors.illegalArgument("The value of minOffsetPerTrigger(" + fewest
                        + ") is higher than the maxOffsetsPerTrigger(" + most + ").");
            }
        }
    }

    private void validateStrategy() {
        List<String> strategies = Stream.of(SUBSCRIBE, SUBSCRIBE_PATTERN, ASSIGN)
                .filter(given::containsKey)
                .toList();
        String all =
                "of the following options %s be specified for Kafka source: subscribe, subscribepattern, assign. See"
                        + " the docs for more details.";
        if (strategies.isEmpty()) {
            throw KafkaErrors.illegalArgument("One " + all.formatted("must"));
        }
        if (strategies.size() > 1) {
            throw KafkaErrors.illegalArgument("Only one " + all.formatted("can"));
        }
        String strategy = strategies.get(0);
        String value = option(strategy).orElse("");
        if (strategy.equals(ASSIGN) && !value.trim().startsWith("{")) {
            throw KafkaErrors.illegalArgument(
                    "No topicpartitions to assign as specified value for option 'assign' is '" + value + "'");
        }
        if (strategy.equals(SUBSCRIBE) && subscribed(value).isEmpty()) {
            throw KafkaErrors.illegalArgument(
                    "No topics to subscribe to as specified value for option 'subscribe' is '" + value + "'");
        }
        if (strategy.equals(SUBSCRIBE_PATTERN) && value.trim().isEmpty()) {
            throw KafkaErrors.illegalArgument(
                    "Pattern to subscribe is empty as specified value for option 'subscribePattern' is '" + value
                            + "'");
        }
    }

    private void requirePositive(String key) {
        if (given.containsKey(key) && whole(key) <= 0) {
            throw KafkaErrors.illegalArgument(key + " must be positive");
        }
    }

    /** What is refused when the source is made. */
    void read() {
        option(ASSIGN).ifPresent(KafkaOptions::assignedByHand);
        failsOnDataLoss();
        defaultReadLimit();
        start();
    }

    boolean failsOnDataLoss() {
        String text = option(FAIL_ON_DATA_LOSS).orElse("true");
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw KafkaErrors.illegalArgument("For input string: \"" + text + "\"");
        }
        return text.equalsIgnoreCase("true");
    }

    boolean hasGroupId() {
        return given.containsKey("kafka.group.id");
    }

    ReadLimit defaultReadLimit() {
        boolean hasMost = given.containsKey(MAX_OFFSETS);
        if (given.containsKey(MIN_OFFSETS)) {
            long fewest = whole(MIN_OFFSETS);
            return hasMost ? new ReadLimit.RowsBetween(fewest, whole(MAX_OFFSETS)) : new ReadLimit.MinRows(fewest);
        }
        return hasMost ? new ReadLimit.MaxRows(whole(MAX_OFFSETS)) : new ReadLimit.AllAvailable();
    }

    private long whole(String key) {
        String text = option(key).orElse("");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException refused) {
            throw KafkaErrors.notANumber(text);
        }
    }

    /** Where a query without a checkpoint begins. */
    sealed interface Start {
        /** With the oldest record of each partition. */
        record Earliest() implements Start {}

        /** With the next record of each partition. */
        record Latest() implements Start {}

        /** With the first record of a time, which bounds do not tell. */
        record ByTime() implements Start {}

        /** With an offset for each partition; -1 is its latest and -2 its earliest. */
        record Offsets(NavigableMap<TopicPartition, Long> offsets) implements Start {}
    }

    Start start() {
        if (given.containsKey("startingTimestamp") || given.containsKey("startingOffsetsByTimestamp")) {
            return new Start.ByTime();
        }
        String text = option(STARTING_OFFSETS).orElse("latest").trim();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "latest" -> new Start.Latest();
            case "earliest" -> new Start.Earliest();
            default -> new Start.Offsets(KafkaOffsetText.read(text).orElseThrow(() -> KafkaErrors.noOffsets(text)));
        };
    }

    /** The partitions that the query reads, with their bounds. Authority: ConsumerStrategy.assignedTopicPartitions. */
    NavigableMap<TopicPartition, PartitionBounds> assigned(Topics topics) {
        NavigableMap<TopicPartition, PartitionBounds> assigned = new TreeMap<>();
        Optional<String> subscribed = option(SUBSCRIBE);
        Optional<String> pattern = option(SUBSCRIBE_PATTERN);
        if (subscribed.isPresent()) {
            subscribed(subscribed.get()).forEach(topic -> take(topic, existing(topics, topic), assigned));
        } else if (pattern.isPresent()) {
            Pattern compiled = compiled(pattern.get().trim());
            topics.partitions().forEach((topic, partitions) -> {
                if (compiled.matcher(topic).find()) {
                    take(topic, partitions, assigned);
                }
            });
        } else {
            assignedByHand(option(ASSIGN).orElse("")).forEach(partition -> {
                PartitionBounds bounds = existing(topics, partition.topic()).get(partition.partition());
                if (bounds != null) {
                    assigned.put(partition, bounds);
                }
            });
        }
        return assigned;
    }

    private static Map<Integer, PartitionBounds> existing(Topics topics, String topic) {
        if (!topics.declares(topic)) {
            throw new SourceUndecidedException("the bounds in the query description do not mention topic " + topic);
        }
        if (topics.of(topic).isEmpty()) {
            throw KafkaErrors.unknownTopic();
        }
        return topics.of(topic);
    }

    private static void take(
            String topic,
            Map<Integer, PartitionBounds> partitions,
            NavigableMap<TopicPartition, PartitionBounds> into) {
        partitions.forEach((partition, bounds) -> into.put(new TopicPartition(topic, partition), bounds));
    }

    private static List<String> subscribed(String value) {
        return Stream.of(value.split(",", -1))
                .map(String::trim)
                .filter(topic -> !topic.isEmpty())
                .toList();
    }

    private static Pattern compiled(String pattern) {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException refused) {
            throw new SourceUndecidedException("subscribePattern is no regular expression: " + pattern);
        }
    }

    private static List<TopicPartition> assignedByHand(String value) {
        List<TopicPartition> partitions = new ArrayList<>();
        JsonValue json = JsonParser.parse(Location.of(ASSIGN), value).value().orElse(null);
        if (!(json instanceof JsonObject topics)) {
            throw notPartitions(value);
        }
        topics.members().forEach(member -> {
            if (!(member.value() instanceof JsonArray numbers)) {
                throw notPartitions(value);
            }
            for (JsonValue number : numbers.items()) {
                if (!(number instanceof JsonNumber whole) || whole.asLong().isEmpty()) {
                    throw notPartitions(value);
                }
                partitions.add(
                        new TopicPartition(member.name(), (int) whole.asLong().getAsLong()));
            }
        });
        return partitions;
    }

    private static RuntimeException notPartitions(String value) {
        return KafkaErrors.illegalArgument("Expected e.g. {\"topicA\":[0,1],\"topicB\":[0,1]}, got " + value);
    }
}
