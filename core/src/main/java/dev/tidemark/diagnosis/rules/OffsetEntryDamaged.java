package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;

/**
 * A file of the offset log that Spark cannot read.
 */
final class OffsetEntryDamaged implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-003";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        long newest = survey.offsets().latest().orElse(-1);
        survey.offsets()
                .entries()
                .forEach((batchId, parsed) -> parsed.damage()
                        .filter(Damages::isReadable)
                        .ifPresent(damage -> findings.add(finding(survey, batchId, newest, damage))));
        return findings;
    }

    private Finding finding(CheckpointSurvey survey, long batchId, long newest, Damage damage) {
        boolean isNeeded = batchId >= newest - 1;
        String consequence = isNeeded
                ? "A restart reads this file, so the query does not start"
                : "A restart reads only the two newest files, so it does not notice. Going back to this batch is not possible";
        boolean isNewer = damage.kind() == DamageKind.UNSUPPORTED_VERSION;
        String remedy = isNeeded && isNewer
                ? "Start the query with the Spark that wrote the file, or a newer one; else rewind to a batch before it"
                : isNeeded
                        ? batchId == newest && !survey.commits().batches().contains(batchId)
                                ? "Restore it from a backup. Batch " + batchId
                                        + " is not committed: without a backup, delete the file,"
                                        + " and the batch is planned anew; a sink that has written it already then skips or doubles it"
                                : "Restore it from a backup, or rewind to a batch before it"
                        : "Nothing, unless a backup is at hand";
        return new Finding(
                id(),
                isNeeded ? Severity.FATAL : Severity.WARNING,
                Confidence.CERTAIN,
                survey.offsets().at(batchId).path(),
                new Finding.Explanation(
                        survey.offsets().at(batchId) + " is damaged: " + Damages.words(damage), consequence, remedy),
                List.of(damage.at()));
    }
}
