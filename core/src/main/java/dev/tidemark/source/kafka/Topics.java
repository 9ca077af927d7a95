package dev.tidemark.source.kafka;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The topics of a cluster as they are declared; nothing is known of others.
 *
 * @param partitions by topic; a topic without partitions does not exist
 */
public record Topics(NavigableMap<String, NavigableMap<Integer, PartitionBounds>> partitions) {
    public Topics {
        NavigableMap<String, NavigableMap<Integer, PartitionBounds>> copy = new TreeMap<>();
        partitions.forEach(
                (topic, bounds) -> copy.put(topic, Collections.unmodifiableNavigableMap(new TreeMap<>(bounds))));
        partitions = Collections.unmodifiableNavigableMap(copy);
    }

    /** Whether something is declared of a topic, if only that it does not exist. */
    boolean declares(String topic) {
        return partitions.containsKey(topic);
    }

    /** The partitions of a topic; none when it does not exist. */
    Map<Integer, PartitionBounds> of(String topic) {
        return partitions.getOrDefault(topic, Collections.emptyNavigableMap());
    }
}
