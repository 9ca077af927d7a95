package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.delta.verify.VerifyFinding;
import dev.tidemark.delta.verify.VerifyRule;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;
import dev.tidemark.evidence.Location;

/** A rule about a Delta table by itself. */
abstract class TableRule implements Rule<TableExhibit> {
    private final String id;

    TableRule(String id) {
        this.id = id;
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final List<Finding> check(TableExhibit table) {
        List<Finding> findings = new ArrayList<>();
        check(table, findings);
        return findings;
    }

    abstract void check(TableExhibit table, List<Finding> findings);

    final Finding finding(
            Severity severity, Confidence confidence, Finding.Explanation explanation, List<Location> evidence) {
        return new Finding(id, severity, confidence, evidence.get(0).toString(), explanation, evidence);
    }

    static Location commit(long version) {
        return Location.of(String.format("_delta_log/%020d.json", version));
    }

    static Location hint() {
        return Location.of("_delta_log/_last_checkpoint");
    }

    /** Findings of a verification by one rule. */
    static List<VerifyFinding> found(TableExhibit table, VerifyRule... rules) {
        return table.verification().findings().stream()
                .filter(finding -> List.of(rules).contains(finding.rule()))
                .toList();
    }
}
