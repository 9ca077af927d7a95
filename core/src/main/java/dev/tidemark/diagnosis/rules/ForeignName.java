package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * Names in a log that mean nothing to Spark; and what has the name of a batch but is no file, of which nobody knows what Spark
 * makes of it.
 */
final class ForeignName implements Rule<CheckpointSurvey> {
    private static final Pattern NO_FILE_NAMED_LIKE_A_BATCH = Pattern.compile("\\d+(\\.compact)?/");

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
        List<String> batches = foreign.some().stream()
                .filter(name -> NO_FILE_NAMED_LIKE_A_BATCH.matcher(name).matches())
                .toList();
        if (!batches.isEmpty()) {
            findings.add(new Finding(
                    id(),
                    Severity.WARNING,
                    Confidence.POSSIBLE,
                    directory,
                    new Finding.Explanation(
                            directory + " holds something that is no file under the name of a batch",
                            "Spark lists it as that batch, and it cannot be read as one: a restart may fail at it",
                            "Find out what put it there, and move it elsewhere before the restart"),
                    places(directory, batches)));
        } else if (!foreign.isEmpty()) {
            findings.add(new Finding(
                    id(),
                    Severity.INFO,
                    Confidence.CERTAIN,
                    directory,
                    new Finding.Explanation(
                            directory + " holds " + Words.count(foreign.count(), "foreign name"),
                            "Spark ignores them",
                            "Nothing, or move them elsewhere"),
                    places(directory, foreign.some())));
        }
    }

    private static List<Location> places(String directory, Collection<String> names) {
        return names.stream().map(name -> Location.of(directory + "/" + name)).toList();
    }
}
