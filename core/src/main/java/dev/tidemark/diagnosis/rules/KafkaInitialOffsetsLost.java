package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.source.SourceOffset;

/** The first batch is not committed, and the file that pins where Kafka's source began is gone. */
final class KafkaInitialOffsetsLost extends SourceRule {
    KafkaInitialOffsetsLost() {
        super("SRC-035");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        CheckpointSurvey survey = file.checkpoint();
        Optional<SourceExhibit.Position> end = source.end();
        if (end.isEmpty()
                || end.get().batchId() != 0
                || !(end.get().offset() instanceof SourceOffset.Kafka)
                || survey.sources().stream()
                        .anyMatch(log -> log.sourceId().equals(source.sourceId())
                                && log.listing().latest().isPresent())) {
            return Optional.empty();
        }
        Location initial = Location.of("sources/" + source.sourceId() + "/0");
        return Optional.of(finding(
                Severity.ERROR,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        initial + " is missing, which pins where batch 0 of the Kafka source begins",
                        "The restart asks the brokers anew: with startingOffsets=latest it begins behind what batch 0 was to"
                                + " read, and fails or loses it",
                        "Restore the file from a backup, or start once with startingOffsets set to the old beginning"),
                initial,
                end.get().line().at()));
    }
}
