package dev.tidemark.diagnosis.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceOffset;

/**
 * The query no longer subscribes to a topic that the offsets name. Authority: Spark 4.2
 * KafkaMicroBatchStream.planInputPartitions, KafkaOffsetReaderConsumer.getOffsetRangesFromResolvedOffsets.
 */
final class KafkaUnsubscribed extends SourceRule {
    KafkaUnsubscribed() {
        super("SRC-036");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<SourceDescription> described = source.described();
        Optional<SourceExhibit.Position> newest = source.newest();
        Optional<String> subscribed = described.flatMap(query -> query.option("subscribe"));
        if (subscribed.isEmpty() || newest.isEmpty() || !(newest.get().offset() instanceof SourceOffset.Kafka kafka)) {
            return Optional.empty();
        }
        List<String> topics =
                Arrays.stream(subscribed.get().split(",")).map(String::strip).toList();
        TreeSet<String> left = new TreeSet<>(kafka.topics().keySet());
        topics.forEach(left::remove);
        if (left.isEmpty()) {
            return Optional.empty();
        }
        boolean isTolerated = described
                .flatMap(query -> query.option("failOnDataLoss"))
                .filter("false"::equalsIgnoreCase)
                .isPresent();
        return Optional.of(finding(
                isTolerated ? Severity.WARNING : Severity.ERROR,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "The offsets of source " + source.sourceId() + " name topic " + String.join(", ", left)
                                + ", and the query subscribes to " + String.join(", ", topics),
                        "Spark takes a partition that is no longer subscribed for one that was deleted: "
                                + (isTolerated
                                        ? "its unread records are skipped, with a line in the driver's log"
                                        : "the query fails under failOnDataLoss=true, and says that data may have been lost")
                                + ". A new topic is read from its beginning, whatever startingOffsets says",
                        "Subscribe to the old topic too until it is read to its end; else set failOnDataLoss=false, or begin a"
                                + " new checkpoint with startingOffsets for the new one"),
                newest.get().line().at()));
    }
}
