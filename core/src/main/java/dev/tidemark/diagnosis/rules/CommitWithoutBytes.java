package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;

/** A commit file without a byte: readers take it for a version that changes nothing. */
final class CommitWithoutBytes extends TableRule {
    CommitWithoutBytes() {
        super("TBL-027");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        for (long version : table.odd().empty()) {
            boolean isNewest = version == table.headVersion();
            findings.add(finding(
                    isNewest ? Severity.WARNING : Severity.INFO,
                    Confidence.CERTAIN,
                    new Finding.Explanation(
                            "Commit " + version + " has no bytes",
                            "Readers take it for a version that changes nothing, without an error: what its writer added or"
                                    + " removed is not part of the table. A writer died, or the storage lost the bytes",
                            "Restore it from a backup or from an older version of the object; data files that no commit names"
                                    + " (TBL-024) may be those of this one"),
                    List.of(commit(version))));
        }
    }
}
