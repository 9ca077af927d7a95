package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.source.SourceOffset;

/** A topic or a partition that one batch read is not in the next. */
final class KafkaPartitionsVanished extends CaseRule {
    KafkaPartitionsVanished() {
        super("SRC-031");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<Finding> findings = new ArrayList<>();
        SourcePairs.forEach(file.checkpoint(), (before, after) -> {
            if (before.offset() instanceof SourceOffset.Kafka then
                    && after.offset() instanceof SourceOffset.Kafka now) {
                List<String> gone = gone(then, now);
                if (!gone.isEmpty()) {
                    findings.add(finding(
                            Severity.WARNING,
                            Confidence.LIKELY,
                            new Finding.Explanation(
                                    "Source " + after.line().sourceId() + " no longer has " + String.join(", ", gone),
                                    "What was not read of it by then is lost to the stream; if it comes back it is read from"
                                            + " its beginning",
                                    "See whether the topic was deleted or the subscription changed on purpose"),
                            after.line().at(),
                            before.line().at()));
                }
            }
        });
        return findings;
    }

    private static List<String> gone(SourceOffset.Kafka then, SourceOffset.Kafka now) {
        List<String> gone = new ArrayList<>();
        then.topics().forEach((topic, partitions) -> {
            NavigableMap<Integer, Long> later = now.topics().get(topic);
            if (later == null) {
                gone.add("topic " + topic);
            } else {
                partitions.keySet().stream()
                        .filter(partition -> !later.containsKey(partition))
                        .forEach(partition -> gone.add("partition " + partition + " of " + topic));
            }
        });
        return gone;
    }
}
