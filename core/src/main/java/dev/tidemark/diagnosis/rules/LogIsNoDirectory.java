package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.LogSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * A file stands where a log's directory should be.
 */
final class LogIsNoDirectory implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-028";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        check(survey.offsets(), findings);
        check(survey.commits(), findings);
        return findings;
    }

    private void check(LogSurvey<?> log, List<Finding> findings) {
        if (log.listing().presence() == LogListing.Presence.NOT_A_DIRECTORY) {
            findings.add(new Finding(
                    id(),
                    Severity.FATAL,
                    Confidence.CERTAIN,
                    log.name(),
                    new Finding.Explanation(
                            log.name() + " is a file and should be a directory",
                            "Spark cannot write its log, so the query fails at its next batch",
                            "Restore the directory from a backup; if it is lost, the checkpoint is"),
                    List.of(Location.of(log.name()))));
        }
    }
}
