package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.LogSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * A file whose name counts as a batch and is not the name Spark opens for it.
 */
final class EntryMisnamed implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-011";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        check(survey.offsets(), findings);
        check(survey.commits(), findings);
        return findings;
    }

    private void check(LogSurvey<?> log, List<Finding> findings) {
        long newest = log.latest().orElse(0);
        log.listing().misnamed().forEach((batchId, name) -> {
            boolean isFatal = batchId == newest && !log.batches().contains(batchId);
            Location at = Location.of(log.name() + "/" + name);
            findings.add(new Finding(
                    id(),
                    isFatal ? Severity.FATAL : Severity.INFO,
                    Confidence.CERTAIN,
                    at.path(),
                    new Finding.Explanation(
                            at + " counts as batch " + batchId + ", whose file would be " + log.at(batchId),
                            isFatal
                                    ? "Spark 3.4 and later take it for the newest batch and fail: FileNotFoundException, "
                                            + log.at(batchId) + " does not exist"
                                    : "It is neither the newest batch nor opened, so it does no harm",
                            "Delete it, or give it the name of the batch it should be"),
                    List.of(at)));
        });
    }
}
