package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * Names in a log that mean nothing to Spark.
 */
final class ForeignName implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-013";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        check("offsets", survey.offsets().listing().others().foreign(), findings);
        check("commits", survey.commits().listing().others().foreign(), findings);
        survey.sources()
                .forEach(source -> check(
                        "sources/" + source.sourceId(),
                        source.listing().others().foreign(),
                        findings));
        return findings;
    }

    private void check(String directory, NameTally foreign, List<Finding> findings) {
        if (!foreign.isEmpty()) {
            findings.add(new Finding(
                    id(),
                    Severity.INFO,
                    Confidence.CERTAIN,
                    directory,
                    new Finding.Explanation(
                            directory + " holds " + Words.count(foreign.count(), "foreign name"),
                            "Spark ignores them",
                            "Nothing, or move them elsewhere"),
                    foreign.some().stream()
                            .map(name -> Location.of(directory + "/" + name))
                            .toList()));
        }
    }
}
