package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * Files that were written and never renamed, as a crash leaves them.
 */
final class TemporaryLeft implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-012";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        check("offsets", survey.offsets().listing(), findings);
        check("commits", survey.commits().listing(), findings);
        survey.sources().forEach(source -> check("sources/" + source.sourceId(), source.listing(), findings));
        return findings;
    }

    private void check(String directory, LogListing listing, List<Finding> findings) {
        NameTally temporaries = listing.others().temporaries();
        if (!temporaries.isEmpty()) {
            findings.add(new Finding(
                    id(),
                    Severity.INFO,
                    Confidence.CERTAIN,
                    directory,
                    new Finding.Explanation(
                            directory + " holds " + Words.count(temporaries.count(), "temporary file"),
                            "Spark ignores them and never removes them",
                            "They may be deleted while the query is stopped"),
                    temporaries.some().stream()
                            .map(name -> Location.of(directory + "/" + name))
                            .toList()));
        }
    }
}
