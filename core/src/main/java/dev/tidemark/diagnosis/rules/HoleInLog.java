package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
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
    private static final String NOTHING = "Nothing";

    @Override
    public String id() {
        return "CKP-010";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<BatchRange> offsets = survey.offsets().holes();
        List<BatchRange> commits = survey.commits().holes();
        OptionalLong missing = PreviousOffsetMissing.missing(survey);
        String stops = missing.isEmpty()
                ? ""
                : "A restart fails for want of offsets/" + missing.getAsLong()
                        + " (CKP-004), unless the query tracks its progress asynchronously";
        if (offsets.equals(commits)) {
            return offsets.isEmpty()
                    ? List.of()
                    : List.of(finding(
                            "offsets and commits lack",
                            offsets,
                            "Both logs have the same gaps, as asynchronous progress tracking leaves them. "
                                    + (missing.isEmpty() ? "A restart looks only at the newest files" : stops),
                            remedy(missing)));
        }
        List<Finding> findings = new ArrayList<>();
        String harmless = "A restart looks only at the newest files, so this hole does no harm";
        if (!offsets.isEmpty()) {
            findings.add(finding("offsets lacks", offsets, missing.isEmpty() ? harmless : stops, remedy(missing)));
        }
        if (!commits.isEmpty()) {
            findings.add(finding("commits lacks", commits, harmless, NOTHING));
        }
        return findings;
    }

    private static String remedy(OptionalLong missing) {
        return missing.isEmpty() ? NOTHING : "See CKP-004 first";
    }

    private Finding finding(String lead, List<BatchRange> holes, String consequence, String remedy) {
        String log = lead.substring(0, lead.indexOf(' '));
        String noun = holes.size() == 1 && holes.get(0).first() == holes.get(0).last() ? " batch " : " batches ";
        String which = holes.stream().limit(SHOWN).map(BatchRange::toString).collect(Collectors.joining(", "))
                + (holes.size() > SHOWN ? " and " + (holes.size() - SHOWN) + " more ranges" : "");
        return new Finding(
                id(),
                Severity.INFO,
                Confidence.CERTAIN,
                log,
                new Finding.Explanation(lead + noun + which, consequence, remedy),
                List.of(Location.of(log)));
    }
}
