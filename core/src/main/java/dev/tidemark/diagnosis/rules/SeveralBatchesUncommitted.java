package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.OptionalLong;

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
    private static final String STUCK_REMEDY = "See CKP-004 first";

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
        OptionalLong hole = PreviousOffsetMissing.missing(survey);
        BatchRange skipped = new BatchRange(committed + 1, planned - 1);
        String summary = committed < 0
                ? "No batch has a commit; the newest offset file is "
                        + survey.offsets().at(planned)
                : "The newest commit is commits/" + committed + ", the newest offset file "
                        + survey.offsets().at(planned);
        return List.of(new Finding(
                id(),
                hasNoCommitLog || hole.isPresent() ? Severity.INFO : Severity.WARNING,
                Confidence.CERTAIN,
                "commits",
                new Finding.Explanation(
                        summary,
                        hole.isPresent()
                                ? stuck(survey, hole.getAsLong(), planned)
                                : again(hasNoCommitLog, planned, skipped),
                        hole.isPresent() ? STUCK_REMEDY : remedy(hasNoCommitLog, skipped)),
                List.of(survey.offsets().at(planned))));
    }

    /** No restart gets as far as the batch. */
    private static String stuck(CheckpointSurvey survey, long missing, long planned) {
        return "No restart gets as far as batch " + planned + " while "
                + survey.offsets().at(missing)
                + " is missing (CKP-004), unless the query tracks its progress asynchronously";
    }

    private static String again(boolean hasNoCommitLog, long planned, BatchRange skipped) {
        return hasNoCommitLog
                ? "Spark 2.1 kept no commits. A newer Spark runs batch " + planned + " again, as 2.1 would"
                : "A restart runs batch " + planned + " again and no other. If "
                        + (isOne(skipped) ? "batch " : "one of ") + skipped
                        + " had not reached the sink, its rows stay lost";
    }

    private static String remedy(boolean hasNoCommitLog, BatchRange skipped) {
        return hasNoCommitLog
                ? "Nothing: start the query"
                : "Check in the sink that " + Words.batches(skipped) + (isOne(skipped) ? " is" : " are")
                        + " there, then start the query";
    }

    private static boolean isOne(BatchRange range) {
        return range.first() == range.last();
    }
}
