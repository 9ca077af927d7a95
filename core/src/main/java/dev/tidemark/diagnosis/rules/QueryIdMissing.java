package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * The logs hold batches and the file {@code metadata} is missing.
 */
final class QueryIdMissing implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-001";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        boolean hasBatches = survey.offsets().latest().isPresent()
                || survey.commits().latest().isPresent();
        if (survey.identity().found().isPresent() || !hasBatches) {
            return List.of();
        }
        return List.of(new Finding(
                id(),
                Severity.ERROR,
                Confidence.CERTAIN,
                "metadata",
                new Finding.Explanation(
                        "The file metadata, which holds the query's id, is missing",
                        "Spark 4.2 refuses to start. Older ones take a new id without a word, and a Delta sink, which knows"
                                + " written batches by that id, then writes a batch again that it has already",
                        "Restore the file from a backup, or write it anew with the id that the query's progress events or"
                                + " the txn actions of its Delta sink show as appId"),
                List.of(Location.of("metadata"))));
    }
}
