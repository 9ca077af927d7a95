package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Parsed;

/**
 * The newest commit lacks the state ids that commits before it have.
 */
final class StateIdsMissing implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-029";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long newest = survey.commits().latest().orElse(-1);
        Optional<CommitEntry> entry =
                survey.commits().entry(newest).filter(Parsed::isIntact).flatMap(Parsed::value);
        Optional<CommitEntry> before = survey.commits().value(newest - 1);
        if (entry.isEmpty() || before.isEmpty() || hasIds(entry.get()) || !hasIds(before.get())) {
            return List.of();
        }
        return List.of(new Finding(
                id(),
                Severity.ERROR,
                Confidence.CERTAIN,
                survey.commits().at(newest).path(),
                new Finding.Explanation(
                        survey.commits().at(newest)
                                + " does not say which state files belong to its batch, and commits/" + (newest - 1)
                                + " does",
                        "The state of this checkpoint is found by those ids: Spark 4.0 and 4.1 refuse the older version of the"
                                + " commit file, and no version finds the state of the next batch",
                        "Restore the file from a backup; without one, delete it so that batch " + newest
                                + " runs again"),
                List.of(survey.commits().at(newest), survey.commits().at(newest - 1))));
    }

    private static boolean hasIds(CommitEntry entry) {
        return entry.stateUniqueIds() != null && !entry.stateUniqueIds().isEmpty();
    }
}
