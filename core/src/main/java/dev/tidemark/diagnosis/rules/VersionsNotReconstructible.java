package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;

/** Commits below the oldest checkpoint, which no snapshot can be built from. */
final class VersionsNotReconstructible extends TableRule {
    VersionsNotReconstructible() {
        super("TBL-023");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        if (table.commits().isEmpty() || table.commits().get(0) == 0) {
            return;
        }
        long first = table.commits().get(0);
        if (table.checkpoints().isEmpty()) {
            findings.add(noneAtAll(first));
            return;
        }
        long readable = table.checkpoints().get(0);
        if (first >= readable) {
            return;
        }
        findings.add(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        Words.range("commit", first, readable - 1) + " " + (first == readable - 1 ? "is" : "are")
                                + " there and no version before " + readable
                                + " can be rebuilt: no checkpoint lies below",
                        "Time travel to them fails, also inside the retention. A stream that stands at " + first
                                + " or later can still tail them",
                        "Use version " + readable
                                + " as the earliest. Delta 4.0 and later keep the checkpoint below the cut"),
                List.of(commit(first))));
    }

    private Finding noneAtAll(long first) {
        return finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "No version of the table can be rebuilt: the log begins at commit " + first
                                + ", and there is no whole checkpoint",
                        "Readers stop with DELTA_TRUNCATED_TRANSACTION_LOG. The log was cut by hand, by a rule of the storage, or"
                                + " by a retention shorter than the distance of two checkpoints",
                        "Restore " + Words.range("commit", 0, first - 1)
                                + " or a checkpoint from a backup or from older versions of the objects. Without them the data"
                                + " files alone remain: make a new table of those that are wanted"),
                List.of(commit(0), commit(first)));
    }
}
