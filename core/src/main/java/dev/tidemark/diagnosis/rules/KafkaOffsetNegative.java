package dev.tidemark.diagnosis.rules;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.source.SourceOffset;

/** A Kafka offset below zero, which stands for earliest or latest in options and never in a log. */
final class KafkaOffsetNegative extends SourceRule {
    KafkaOffsetNegative() {
        super("SRC-032");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<SourceExhibit.Position> newest = source.newest();
        if (newest.isEmpty() || !(newest.get().offset() instanceof SourceOffset.Kafka kafka)) {
            return Optional.empty();
        }
        for (Map.Entry<String, NavigableMap<Integer, Long>> topic :
                kafka.topics().entrySet()) {
            for (Map.Entry<Integer, Long> partition : topic.getValue().entrySet()) {
                if (partition.getValue() < 0) {
                    return Optional.of(finding(
                            Severity.ERROR,
                            Confidence.CERTAIN,
                            new Finding.Explanation(
                                    "Partition " + partition.getKey() + " of " + topic.getKey() + " stands at "
                                            + partition.getValue(),
                                    "-2 and -1 mean earliest and latest in the query's options alone; in a log Kafka's consumer"
                                            + " is asked for a negative position and the query fails",
                                    "Write the real offset, or restore the file from a backup"),
                            newest.get().line().at()));
                }
            }
        }
        return Optional.empty();
    }
}
