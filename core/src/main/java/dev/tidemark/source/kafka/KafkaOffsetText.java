package dev.tidemark.source.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;

/** Offsets of partitions as JSON. Authority: Spark 4.1 kafka010 JsonUtils.partitionOffsets. */
final class KafkaOffsetText {
    private KafkaOffsetText() {}

    /** The offsets in a text; empty when Spark's reader refuses it. */
    static Optional<NavigableMap<TopicPartition, Long>> read(String json) {
        NavigableMap<TopicPartition, Long> offsets = new TreeMap<>();
        Location at = Location.of("offset");
        boolean isEmpty = JsonParser.parse(at, json)
                .value()
                .filter(value ->
                        value instanceof JsonObject object && object.members().isEmpty())
                .isPresent();
        if (isEmpty) {
            return Optional.of(offsets);
        }
        if (SourceOffsetParser.parse(at, json).value().orElse(null) instanceof SourceOffset.Kafka kafka) {
            kafka.topics()
                    .forEach((topic, partitions) -> partitions.forEach(
                            (partition, offset) -> offsets.put(new TopicPartition(topic, partition), offset)));
            return Optional.of(offsets);
        }
        return Optional.empty();
    }

    /** The text that Spark writes: topics and partitions in the order of Scala's mutable HashMap. */
    static String write(SortedMap<TopicPartition, Long> offsets) {
        Map<String, Map<Integer, Long>> topics = new TreeMap<>();
        offsets.forEach((partition, offset) -> topics.computeIfAbsent(partition.topic(), none -> new TreeMap<>())
                .put(partition.partition(), offset));
        List<String> members = new ArrayList<>();
        for (String topic : MutableHashOrder.of(List.copyOf(topics.keySet()), String::hashCode)) {
            Map<Integer, Long> partitions = topics.getOrDefault(topic, Map.of());
            List<String> pairs = new ArrayList<>();
            for (Integer partition : MutableHashOrder.of(List.copyOf(partitions.keySet()), Integer::intValue)) {
                pairs.add("\"" + partition + "\":" + partitions.get(partition));
            }
            members.add(new JsonText(topic) + ":{" + String.join(",", pairs) + "}");
        }
        return "{" + String.join(",", members) + "}";
    }
}
