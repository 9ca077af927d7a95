package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/**
 * The newest offset file has an empty second line.
 */
final class OffsetMetadataEmpty implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-015";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long newest = survey.offsets().latest().orElse(-1);
        boolean isEmpty = survey.offsets()
                .entry(newest)
                .filter(Parsed::isIntact)
                .flatMap(Parsed::value)
                .map(entry -> entry.metadata() == null)
                .orElse(false);
        if (!isEmpty) {
            return List.of();
        }
        Location at = survey.offsets().at(newest).atLine(2);
        return List.of(new Finding(
                id(),
                Severity.FATAL,
                Confidence.CERTAIN,
                survey.offsets().at(newest).path(),
                new Finding.Explanation(
                        "The metadata line of " + survey.offsets().at(newest) + " is empty",
                        "Spark accepts the file and then fails with a NullPointerException, because no watermark was set",
                        "Restore the file from a backup"),
                List.of(at)));
    }
}
