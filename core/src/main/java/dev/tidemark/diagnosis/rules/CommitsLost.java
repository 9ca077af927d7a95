package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;

/** A hole in the commits that no checkpoint covers, and what the commit behind it says. */
final class CommitsLost extends TableRule {
    CommitsLost() {
        super("TBL-020");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        for (TableExhibit.Hole hole : table.holes()) {
            boolean isCovered = table.checkpoints().stream().anyMatch(checkpoint -> checkpoint >= hole.last());
            if (!isCovered) {
                findings.add(finding(hole));
            }
        }
    }

    private Finding finding(TableExhibit.Hole hole) {
        long behind = hole.last() + 1;
        long before = hole.first() - 1;
        String lost = Words.range("commit", hole.first(), hole.last());
        String readVersion = hole.readVersion() == TableExhibit.NOT_SAID
                ? "; version " + behind + " does not say what it was made on top of"
                : hole.readVersion() >= hole.first()
                        ? "; version " + behind + " says that it read version " + hole.readVersion()
                                + ", so real commits were lost"
                        : "; version " + behind + " says that it read version " + hole.readVersion()
                                + ", so it may be a renamed or a foreign file";
        return finding(
                Severity.FATAL,
                hole.readVersion() == TableExhibit.NOT_SAID ? Confidence.POSSIBLE : Confidence.LIKELY,
                new Finding.Explanation(
                        "The table lacks " + lost + ", and no checkpoint covers the gap" + readVersion,
                        "No version from " + hole.first() + " on can be read; version " + before + " can"
                                + " (versionAsOf=" + before + ")",
                        hole.readVersion() != TableExhibit.NOT_SAID && hole.readVersion() < hole.first()
                                ? "Find out where commit " + behind + " came from, a partial copy or two tables in one"
                                        + " directory; moved aside, the table ends at " + before
                                : "Look for " + lost
                                        + " in backups, in the storage's older versions, in _staged_commits and in"
                                        + " the catalog. If they are gone for good, moving aside the commits from "
                                        + behind
                                        + " on leaves the table at " + before),
                List.of(commit(hole.first()), commit(behind)));
    }
}
