package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.SourceLogSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * The file source's log tells of a past that the offset log does not have.
 */
final class SourceLogAhead implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-030";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        if (survey.offsets().latest().isPresent() || survey.commits().latest().isPresent()) {
            return findings;
        }
        for (SourceLogSurvey source : survey.sources()) {
            long latest = source.listing().latest().orElse(-1);
            if (latest > 0) {
                String directory = "sources/" + source.sourceId();
                findings.add(new Finding(
                        id(),
                        Severity.WARNING,
                        Confidence.CERTAIN,
                        directory,
                        new Finding.Explanation(
                                "There are no offsets, and " + directory + " holds entries up to " + latest,
                                "A start plans one batch 0 with all files the source took before, limits or not. A file or"
                                        + " Delta sink that has a batch 0 of this query skips it, and its rows are lost",
                                "Restore offsets/ and commits/ from a backup. To begin anew on purpose, use an empty"
                                        + " checkpoint directory and an empty output"),
                        List.of(Location.of(directory))));
            }
        }
        return findings;
    }
}
