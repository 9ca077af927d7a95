package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.source.SourceOffset;

/** Kafka offsets are numbers in a topic of a name, and a topic made anew has the same name. */
final class KafkaTopicHasNoIdentity extends SourceRule {
    KafkaTopicHasNoIdentity() {
        super("SRC-034");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<SourceExhibit.Position> newest = source.newest();
        if (newest.isEmpty() || !(newest.get().offset() instanceof SourceOffset.Kafka)) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Source " + source.sourceId() + " stands at "
                                + newest.get().line().text() + " in topics that are known by name alone",
                        "If a topic was deleted and made again: where it ends below the offset, the query fails with 'offset"
                                + " was changed' (failOnDataLoss=false waits or skips); where it is longer, all up to the offset"
                                + " is skipped without an error",
                        "Compare with what the brokers hold (earliest to latest). For a topic made anew begin a new checkpoint,"
                                + " or write 0 for its partitions in the two newest offset files"),
                newest.get().line().at()));
    }
}
