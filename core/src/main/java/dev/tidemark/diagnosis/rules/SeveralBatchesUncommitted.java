package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;

/**
 * More than the newest batch lacks its commit.
 */
final class SeveralBatchesUncommitted implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-009";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long planned = survey.offsets().latest().orElse(-1);
        long committed = survey.commits().latest().orElse(-1);
        if (planned < 1 || committed >= planned - 1) {
            return List.of();
        }
        boolean hasNoCommitLog = survey.commits().listing().presence() == LogListing.Presence.ABSENT
                && survey.metadata(planned)
                        .map(metadata -> metadata.conf().isEmpty())
                        .orElse(false);
        boolean isStuck = !survey.offsets().batches().contains(planned - 1);
        BatchRange skipped = new BatchRange(committed + 1, planned - 1);
        boolean isOne = skipped.first() == skipped.last();
        String summary = committed < 0
                ? "No batch has a commit; the newest offset file is "
                        + survey.offsets().at(planned)
                : "The newest commit is commits/" + committed + ", the newest offset file "
                        + survey.offsets().at(planned);
        return List.of(new Finding(
                id(),
                hasNoCommitLog || isStuck ? Severity.INFO : Severity.WARNING,
                Confidence.CERTAIN,
                "commits",
                new Finding.Explanation(
                        summary,
                        hasNoCommitLog
                                ? "Spark 2.1 kept no commits. A newer Spark runs batch " + planned
                                        + " again, as 2.1 would"
                                : "A restart runs batch " + planned + " again and no other. If "
                                        + (isOne ? "batch " : "one of ") + skipped
                                        + " had not reached the sink, its rows stay lost",
                        hasNoCommitLog
                                ? "Nothing: start the query"
                                : "Check in the sink that " + Words.batches(skipped) + (isOne ? " is" : " are")
                                        + " there, then start the query"),
                List.of(survey.offsets().at(planned))));
    }
}
