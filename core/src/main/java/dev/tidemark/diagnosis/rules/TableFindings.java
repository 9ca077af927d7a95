package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.delta.verify.Verification;
import dev.tidemark.delta.verify.VerifyFinding;
import dev.tidemark.delta.verify.VerifyRule;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;

/** What verifying a Delta log found, as findings: the DLT rules. */
public final class TableFindings {
    private TableFindings() {}

    /** The findings of a verification, in its order. */
    public static List<Finding> of(Verification verification) {
        return verification.findings().stream().map(TableFindings::finding).toList();
    }

    private static Finding finding(VerifyFinding found) {
        VerifyRule rule = found.rule();
        return new Finding(
                rule.id(),
                severity(found.weight()),
                Confidence.CERTAIN,
                found.subject(),
                new Finding.Explanation(found.summary(), rule.consequence(), rule.remedy()),
                found.evidence());
    }

    private static Severity severity(VerifyRule.Weight weight) {
        return switch (weight) {
            case INFO -> Severity.INFO;
            case WARNING -> Severity.WARNING;
            case ERROR -> Severity.ERROR;
            case FATAL -> Severity.FATAL;
        };
    }
}
