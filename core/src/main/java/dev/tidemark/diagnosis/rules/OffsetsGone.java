package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * The offset log is empty or missing while commits or state tell of a past.
 */
final class OffsetsGone implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-007";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        boolean hasPast = survey.commits().latest().isPresent()
                || survey.state().operators().stream().anyMatch(operator -> operator.partitions() > 0);
        if (survey.offsets().latest().isPresent() || !hasPast) {
            return List.of();
        }
        boolean hasCommits = survey.commits().latest().isPresent();
        Location witness = hasCommits
                ? survey.commits().at(survey.commits().latest().getAsLong())
                : survey.state().at();
        return List.of(new Finding(
                id(),
                Severity.FATAL,
                Confidence.CERTAIN,
                "offsets",
                new Finding.Explanation(
                        "There is no offset file, and " + witness + " tells of batches that ran",
                        hasCommits
                                ? "Spark 4.1 and later do not start (STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY,"
                                        + " AssertionError). Older ones begin with batch 0, run it, and fail at its commit"
                                : "Spark 4.1 and later do not start (STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY). Older ones"
                                        + " begin with batch 0 anew",
                        "Restore offsets/ from a backup. To begin anew on purpose, use an empty checkpoint directory"),
                List.of(witness)));
    }
}
