package dev.tidemark.source.kafka;

import java.util.Comparator;

/** One partition of one topic, in the order in which Spark writes offsets. */
public record TopicPartition(String topic, int partition) implements Comparable<TopicPartition> {
    private static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    @Override
    public int compareTo(TopicPartition other) {
        return ORDER.compare(this, other);
    }

    /** As Kafka prints it. */
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
