package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.delta.verify.VerifyFinding;
import dev.tidemark.delta.verify.VerifyRule;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;

/** The hint cannot be used, and the table does not need it. */
final class HintUseless extends TableRule {
    HintUseless() {
        super("TBL-021");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        List<VerifyFinding> hints = found(table, VerifyRule.HINT_DAMAGED, VerifyRule.HINT_TARGET_MISSING);
        if (hints.isEmpty() || !table.isReadable()) {
            return;
        }
        String base = table.checkpoints().isEmpty()
                ? "every commit is there"
                : "checkpoint " + table.checkpoints().get(table.checkpoints().size() - 1)
                        + " is complete, and so are the commits behind it";
        findings.add(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "_last_checkpoint cannot be used and the table is healthy: " + base,
                        "Spark finds its way by listing; other readers rely on the hint and fail, or do not see the table",
                        "Delete _last_checkpoint, or write a new checkpoint, which rewrites it; nothing is lost"),
                List.of(hint())));
    }
}
