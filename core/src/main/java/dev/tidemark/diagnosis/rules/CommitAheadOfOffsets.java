package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * A batch is committed that the offset log does not have.
 */
final class CommitAheadOfOffsets implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-006";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        OptionalLong planned = survey.offsets().latest();
        OptionalLong committed = survey.commits().latest();
        if (planned.isEmpty() || committed.isEmpty() || committed.getAsLong() <= planned.getAsLong()) {
            return List.of();
        }
        long batchId = planned.getAsLong();
        boolean isBlocked = survey.commits().batches().contains(batchId);
        Location ahead = survey.commits().at(committed.getAsLong());
        String consequence = isBlocked
                ? "A restart takes batch " + batchId + " for uncommitted, runs it again, and only then fails with"
                        + " CONCURRENT_STREAM_LOG_UPDATE because commits/" + batchId
                        + " exists. Each try writes the batch"
                        + " once more into a sink that does not remember batches"
                : "A restart takes batch " + batchId
                        + " for uncommitted and runs it again; the newer commits stay in the way" + " of later batches";
        return List.of(new Finding(
                id(),
                Severity.FATAL,
                Confidence.CERTAIN,
                ahead.path(),
                new Finding.Explanation(
                        ahead + " is there and " + survey.offsets().at(committed.getAsLong())
                                + " is not: the newest offset file is "
                                + survey.offsets().at(batchId),
                        consequence,
                        "Restore the missing offset files from a backup. Where the commit is a stray, delete it"),
                List.of(ahead, survey.offsets().at(batchId))));
    }
}
