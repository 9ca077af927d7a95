package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.delta.verify.Verification;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Diagnosis;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.exhibit.StateExhibit;

/** Lets every rule look at what is at hand. Pure: the same evidence gives the same diagnosis. */
public final class Examination {
    /** The rules about a whole case, by id. */
    public static final List<Rule<CaseFile>> CASE_RULES = List.of();

    private Examination() {}

    /** What a checkpoint and all around it come to. */
    public static Diagnosis of(CaseFile file) {
        List<Finding> findings = new ArrayList<>(CheckpointRules.check(file.checkpoint()));
        file.state().map(StateExhibit::loads).ifPresent(loads -> findings.addAll(StateLoadFindings.of(loads)));
        CASE_RULES.forEach(rule -> findings.addAll(rule.check(file)));
        return new Diagnosis(
                Diagnosis.Kind.CHECKPOINT,
                file.checkpoint().location(),
                file.restart().value(),
                findings,
                file.notAtHand());
    }

    /** What a Delta table comes to. */
    public static Diagnosis of(String location, Verification verification) {
        return new Diagnosis(
                Diagnosis.Kind.DELTA_TABLE, location, null, TableFindings.of(verification), verification.notChecked());
    }
}
