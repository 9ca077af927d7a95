package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.Leftover;

/** A temporary file holds another plan for a batch than the file that won: two runs used the checkpoint. */
final class TwoDrivers extends CaseRule {
    TwoDrivers() {
        super("CKP-031");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.leftovers().stream()
                .filter(Leftover::differs)
                .map(leftover -> finding(
                        Severity.WARNING,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                leftover.temporary() + " is whole and differs from " + leftover.target()
                                        + ": somebody else published that batch first",
                                "Nothing is corrupt. The run that lost the race stops with CONCURRENT_STREAM_LOG_UPDATE, or with"
                                        + " 'multiple streaming queries are concurrently using' the log",
                                "Look for a second running driver or an overlapping retry, stop it and start exactly one. Delete"
                                        + " neither file of the log; look in the sink for rows of the batch written twice"),
                        leftover.temporary(),
                        leftover.target()))
                .toList();
    }
}
