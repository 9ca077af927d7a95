package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.delta.verify.VerifyFinding;
import dev.tidemark.delta.verify.VerifyRule;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;

/** Checkpoints with missing parts that nobody needs. */
final class IncompleteCheckpointsUnneeded extends TableRule {
    IncompleteCheckpointsUnneeded() {
        super("TBL-022");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        List<VerifyFinding> incomplete = found(table, VerifyRule.MULTIPART_INCOMPLETE);
        if (incomplete.isEmpty() || !table.isReadable()) {
            return;
        }
        long base = table.checkpoints().isEmpty()
                ? -1
                : table.checkpoints().get(table.checkpoints().size() - 1);
        String from = base < 0
                ? "every commit from 0 on is there"
                : "the checkpoint of version " + base + " is complete and the commits behind it are there";
        findings.add(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Of the incomplete checkpoints none is needed: " + from
                                + ", so the table is readable at version " + table.headVersion(),
                        "A writer died, or two wrote the checkpoint in different numbers of parts. A reader that takes parts of"
                                + " both, or follows a hint to an incomplete one, fails",
                        "Delete the parts of incomplete checkpoints, and _last_checkpoint if it names one of them; then write a"
                                + " new checkpoint"),
                incomplete.stream()
                        .flatMap(finding -> finding.evidence().stream())
                        .limit(5)
                        .toList()));
    }
}
