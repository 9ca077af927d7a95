package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.state.schema.StatefulOperator;

/** What an operator says about itself is broken: the query starts and loses its checks. */
final class StateSchemaDamaged extends CaseRule {
    StateSchemaDamaged() {
        super("STA-027");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<Finding> findings = new ArrayList<>();
        for (StatefulOperator operator :
                file.state().map(StateExhibit::operators).orElse(List.of())) {
            operator.damages().stream()
                    .filter(damage -> damage.kind() != DamageKind.MISSING)
                    .forEach(damage -> findings.add(finding(
                            isTorn(damage) ? Severity.WARNING : Severity.INFO,
                            isTorn(damage) ? Confidence.CERTAIN : Confidence.POSSIBLE,
                            new Finding.Explanation(
                                    damage.at() + " cannot be read: " + Damages.words(damage),
                                    "Spark cannot hold the plan against the state, and fails where it reads the file",
                                    "Restore the file from a backup; deleted, it costs the check alone, but for"
                                            + " transformWithState, which needs it"),
                            damage.at())));
        }
        return findings;
    }

    /** Whether the file is cut or empty; else it may be of a version that is not known here. */
    private static boolean isTorn(Damage damage) {
        return damage.kind() == DamageKind.EMPTY || damage.kind() == DamageKind.TRUNCATED;
    }
}
