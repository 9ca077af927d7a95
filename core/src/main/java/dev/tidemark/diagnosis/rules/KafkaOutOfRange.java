package dev.tidemark.diagnosis.rules;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.kafka.PartitionBounds;
import dev.tidemark.source.kafka.Topics;

/** A Kafka offset lies outside what the query's description declares of the cluster. */
final class KafkaOutOfRange extends SourceRule {
    KafkaOutOfRange() {
        super("SRC-033");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<SourceExhibit.Position> start = source.start().or(source::end);
        Topics declared = source.described().map(SourceDescription::bounds).orElse(null);
        if (start.isEmpty() || declared == null || !(start.get().offset() instanceof SourceOffset.Kafka kafka)) {
            return Optional.empty();
        }
        for (Map.Entry<String, NavigableMap<Integer, Long>> topic :
                kafka.topics().entrySet()) {
            NavigableMap<Integer, PartitionBounds> partitions =
                    declared.partitions().getOrDefault(topic.getKey(), Collections.emptyNavigableMap());
            for (Map.Entry<Integer, Long> partition : topic.getValue().entrySet()) {
                PartitionBounds range = partitions.get(partition.getKey());
                if (range != null
                        && (partition.getValue() < range.earliest() || partition.getValue() > range.latest())) {
                    return Optional.of(finding(
                            topic.getKey(), partition, range, start.get().line()));
                }
            }
        }
        return Optional.empty();
    }

    private Finding finding(String topic, Map.Entry<Integer, Long> partition, PartitionBounds range, SourceLine line) {
        long offset = partition.getValue();
        boolean isBehind = offset < range.earliest();
        long by = isBehind ? range.earliest() - offset : offset - range.latest();
        String where = "Partition " + partition.getKey() + " of " + topic + " stands at " + offset
                + " and the brokers hold " + range.earliest() + " to " + range.latest() + ": out of range by " + by;
        return finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                isBehind
                        ? new Finding.Explanation(
                                where,
                                "Kafka deleted " + Words.count(by, "record")
                                        + " that the stream has not read: the query fails"
                                        + " under failOnDataLoss=true, and skips them without it",
                                "Set failOnDataLoss=false to go on without them, or replay them from elsewhere; keep the topic"
                                        + " longer than the stream lags")
                        : new Finding.Explanation(
                                where,
                                "The topic is shorter than the stream's position, so it was deleted and made again, or another"
                                        + " cluster answers: the query fails with 'offset was changed'; failOnDataLoss=false"
                                        + " skips what the new topic holds, or waits",
                                "If the topic was made anew, begin a new checkpoint at its beginning, or write 0 for the"
                                        + " partition in the two newest offset files"),
                line.at());
    }
}
