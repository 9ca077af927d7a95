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
import dev.tidemark.evidence.Parsed;

/**
 * A file that the storage did not hand out, or that is far too large for its kind.
 */
final class FileUnreadable implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-027";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        survey.identity().found().flatMap(Parsed::damage).ifPresent(damage -> check(damage, findings));
        survey.offsets()
                .entries()
                .values()
                .forEach(parsed -> parsed.damage().ifPresent(damage -> check(damage, findings)));
        survey.commits()
                .entries()
                .values()
                .forEach(parsed -> parsed.damage().ifPresent(damage -> check(damage, findings)));
        survey.sources().forEach(source -> source.damageOfNewest().ifPresent(damage -> check(damage, findings)));
        return findings;
    }

    private void check(Damage damage, List<Finding> findings) {
        if (!Damages.isReadable(damage)) {
            findings.add(new Finding(
                    id(),
                    Severity.ERROR,
                    Confidence.CERTAIN,
                    damage.at().path(),
                    new Finding.Explanation(
                            summary(damage),
                            "What it holds is not known, and neither is what a restart does with it",
                            damage.kind() == DamageKind.TOO_LARGE
                                    ? "Look at what wrote a file of that size there"
                                    : "Look at the permissions of the file, and ask again as a user who may read it"),
                    List.of(damage.at())));
        }
    }

    private static String summary(Damage damage) {
        return damage.kind() == DamageKind.TOO_LARGE
                ? damage.at().path() + " is too large for its kind and was not read: expected " + damage.expected()
                : damage.at().path() + " could not be read: " + damage.found();
    }
}
