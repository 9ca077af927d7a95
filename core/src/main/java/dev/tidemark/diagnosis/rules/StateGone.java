package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.query.QueryDescription;

/** Batches are committed and there is no state at all. Authority: Spark 4.2 IncrementalExecution, state directory check. */
final class StateGone extends CaseRule {
    StateGone() {
        super("STA-020");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        CheckpointSurvey survey = file.checkpoint();
        long committed = survey.commits().latest().orElse(-1);
        boolean isDeclaredStateless =
                file.query().filter(QueryDescription::isDeclaredStateless).isPresent();
        if (committed < 0 || !survey.state().operators().isEmpty() || isDeclaredStateless) {
            return List.of();
        }
        boolean hasIds = survey.commits()
                .value(committed)
                .map(CommitEntry::stateUniqueIds)
                .filter(ids -> ids.values().stream().anyMatch(partitions -> !partitions.isEmpty()))
                .isPresent();
        boolean isDeclaredStateful = file.query()
                .map(QueryDescription::operators)
                .filter(operators -> !operators.isEmpty())
                .isPresent();
        boolean isLost = hasIds || isDeclaredStateful;
        String why = hasIds
                ? "the commits name its files"
                : isDeclaredStateful
                        ? "the query has stateful operators"
                        : "either it was not copied or the query was" + " stateless until now";
        return List.of(finding(
                isLost ? Severity.FATAL : Severity.INFO,
                isLost ? Confidence.CERTAIN : Confidence.POSSIBLE,
                new Finding.Explanation(
                        Words.count(committed + 1, "batch") + " are committed and there is no state: " + why,
                        isLost
                                ? "Spark 4.2 stops with STREAMING_STATEFUL_OPERATOR_MISSING_STATE_DIRECTORY, older ones with an"
                                        + " error about a state file that cannot be read"
                                : "A stateless query goes on; one with stateful operators fails:"
                                        + " STREAMING_STATEFUL_OPERATOR_MISSING_STATE_DIRECTORY in Spark 4.2",
                        isLost
                                ? "Restore state/ from a backup of the same time as the logs; it cannot be made from them."
                                        + " Without one begin a new checkpoint from an earlier position of the sources"
                                : "Nothing, if the query keeps no state. Else restore state/ from a backup; there is nothing to"
                                        + " repair in offsets or commits"),
                Location.of("state"),
                survey.commits().at(committed)));
    }
}
