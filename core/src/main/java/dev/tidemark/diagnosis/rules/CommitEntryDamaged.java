package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;

/**
 * A file of the commit log that Spark cannot read.
 */
final class CommitEntryDamaged implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-005";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        long newest = survey.commits().latest().orElse(-1);
        survey.commits()
                .entries()
                .forEach((batchId, parsed) -> parsed.damage()
                        .filter(Damages::isReadable)
                        .ifPresent(damage -> findings.add(finding(survey, batchId, batchId == newest, damage))));
        return findings;
    }

    private Finding finding(CheckpointSurvey survey, long batchId, boolean isNewest, Damage damage) {
        return new Finding(
                id(),
                isNewest ? Severity.FATAL : Severity.WARNING,
                Confidence.CERTAIN,
                survey.commits().at(batchId).path(),
                new Finding.Explanation(
                        survey.commits().at(batchId) + " is damaged: " + Damages.words(damage),
                        isNewest
                                ? "A restart reads the newest commit, so the query does not start"
                                : "A restart reads only the newest commit, so it does not notice",
                        isNewest
                                ? "Restore it from a backup, or delete it: batch " + batchId
                                        + " then runs once more, which"
                                        + " a Delta or file sink takes without doubling rows"
                                : "Nothing, unless a backup is at hand"),
                List.of(damage.at()));
    }
}
