package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * The newest offset file has no file before it, which every restart reads.
 */
final class PreviousOffsetMissing implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-004";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long newest = survey.offsets().latest().orElse(0);
        if (newest <= 0 || survey.offsets().batches().contains(newest - 1)) {
            return List.of();
        }
        Location missing = survey.offsets().at(newest - 1);
        return List.of(new Finding(
                id(),
                Severity.FATAL,
                Confidence.CERTAIN,
                missing.path(),
                new Finding.Explanation(
                        survey.offsets().at(newest) + " is the newest offset file and " + missing + " is missing",
                        "A restart reads both: IllegalStateException, batch " + (newest - 1) + " doesn't exist."
                                + " Only a query with asynchronous progress tracking starts, because its log has gaps by"
                                + " design",
                        "Restore the file from a backup, or rewind to a batch whose predecessor is there"),
                List.of(missing, survey.offsets().at(newest))));
    }
}
