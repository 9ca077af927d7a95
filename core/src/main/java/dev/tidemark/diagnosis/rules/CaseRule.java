package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** A rule about a whole case. */
abstract class CaseRule implements Rule<CaseFile> {
    private final String id;

    CaseRule(String id) {
        this.id = id;
    }

    @Override
    public final String id() {
        return id;
    }

    /** A finding of this rule; the first place is its subject. */
    final Finding finding(
            Severity severity,
            Confidence confidence,
            Finding.Explanation explanation,
            Location first,
            Location... more) {
        List<Location> evidence = new ArrayList<>(List.of(first));
        evidence.addAll(List.of(more));
        return new Finding(id, severity, confidence, first.toString(), explanation, evidence);
    }
}
