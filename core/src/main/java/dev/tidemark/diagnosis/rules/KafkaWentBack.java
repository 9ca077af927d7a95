package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.source.SourceOffset;

/** A Kafka partition's offset went back from one batch to the next. */
final class KafkaWentBack extends CaseRule {
    KafkaWentBack() {
        super("SRC-030");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<Finding> findings = new ArrayList<>();
        SourcePairs.forEach(file.checkpoint(), (before, after) -> {
            if (before.offset() instanceof SourceOffset.Kafka then
                    && after.offset() instanceof SourceOffset.Kafka now) {
                back(then, now)
                        .ifPresent(which -> findings.add(finding(
                                Severity.WARNING,
                                Confidence.LIKELY,
                                new Finding.Explanation(
                                        "Source " + after.line().sourceId() + " goes back: " + which,
                                        "A restart in between fails with 'offset was changed' under failOnDataLoss=true; else rows are"
                                                + " read again, or those of a topic made anew are taken from the middle",
                                        "Look for a topic that was deleted and made again, or for a hand that edited the file"),
                                after.line().at(),
                                before.line().at())));
            }
        });
        return findings;
    }

    private static Optional<String> back(SourceOffset.Kafka then, SourceOffset.Kafka now) {
        for (Map.Entry<String, NavigableMap<Integer, Long>> topic :
                then.topics().entrySet()) {
            NavigableMap<Integer, Long> later = now.topics().get(topic.getKey());
            for (Map.Entry<Integer, Long> partition : topic.getValue().entrySet()) {
                Long offset = later == null ? null : later.get(partition.getKey());
                if (offset != null && offset < partition.getValue()) {
                    return Optional.of("partition " + partition.getKey() + " of " + topic.getKey() + " from "
                            + partition.getValue() + " to " + offset);
                }
            }
        }
        return Optional.empty();
    }
}
