package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;

/**
 * The newest batch was planned and not committed, as after every crash.
 */
final class BatchUncommitted implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-008";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long planned = survey.offsets().latest().orElse(-1);
        long committed = survey.commits().latest().orElse(-1);
        if (planned < 0 || committed != planned - 1) {
            return List.of();
        }
        return List.of(new Finding(
                id(),
                Severity.INFO,
                Confidence.CERTAIN,
                survey.offsets().at(planned).path(),
                new Finding.Explanation(
                        "Batch " + planned + " was started and not committed",
                        "A restart runs it again with the same offsets; a Delta or file sink that has it already skips it",
                        "Nothing: start the query"),
                List.of(survey.offsets().at(planned))));
    }
}
