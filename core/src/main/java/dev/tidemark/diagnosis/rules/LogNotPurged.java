package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** The logs hold far more batches than a query keeps. */
final class LogNotPurged extends CaseRule {
    private static final int MANY = 5_000;

    LogNotPurged() {
        super("CKP-033");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        int batches = file.checkpoint().offsets().batches().size();
        return batches < MANY
                ? List.of()
                : List.of(finding(
                        Severity.INFO,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                "offsets/ holds " + batches + " batches",
                                "Every start lists them all; by default a query keeps 100 (minBatchesToRetain). The setting was"
                                        + " raised, or purging fails",
                                "See spark.sql.streaming.minBatchesToRetain and whether the query may delete"),
                        Location.of("offsets")));
    }
}
