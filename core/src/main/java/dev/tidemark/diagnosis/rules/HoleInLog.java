package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * Batches are missing in the middle of a log, where no restart looks.
 */
final class HoleInLog implements Rule<CheckpointSurvey> {
    private static final int SHOWN = 10;

    @Override
    public String id() {
        return "CKP-010";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<BatchRange> offsets = survey.offsets().holes();
        List<BatchRange> commits = survey.commits().holes();
        if (offsets.equals(commits)) {
            return offsets.isEmpty()
                    ? List.of()
                    : List.of(finding(
                            "offsets and commits lack",
                            offsets,
                            "Both logs have the same gaps, as asynchronous progress tracking leaves them. A restart looks"
                                    + " only at the newest files"));
        }
        List<Finding> findings = new ArrayList<>();
        String harmless = "A restart looks only at the newest files, so this hole does no harm";
        if (!offsets.isEmpty()) {
            findings.add(finding("offsets lacks", offsets, harmless));
        }
        if (!commits.isEmpty()) {
            findings.add(finding("commits lacks", commits, harmless));
        }
        return findings;
    }

    private Finding finding(String lead, List<BatchRange> holes, String consequence) {
        String log = lead.substring(0, lead.indexOf(' '));
        String noun = holes.size() == 1 && holes.get(0).first() == holes.get(0).last() ? " batch " : " batches ";
        String which = holes.stream().limit(SHOWN).map(BatchRange::toString).collect(Collectors.joining(", "))
                + (holes.size() > SHOWN ? " and " + (holes.size() - SHOWN) + " more ranges" : "");
        return new Finding(
                id(),
                Severity.INFO,
                Confidence.CERTAIN,
                log,
                new Finding.Explanation(lead + noun + which, consequence, "Nothing"),
                List.of(Location.of(log)));
    }
}
