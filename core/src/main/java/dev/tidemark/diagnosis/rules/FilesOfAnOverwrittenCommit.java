package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;
import dev.tidemark.evidence.Location;

/** Data files that were written together shortly before a commit and that none names. */
final class FilesOfAnOverwrittenCommit extends TableRule {
    FilesOfAnOverwrittenCommit() {
        super("TBL-024");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        for (TableExhibit.Cluster cluster : table.strangers().found().orElse(List.of())) {
            if (cluster.beforeVersion() == 0) {
                continue; // what lay there before the table did
            }
            String job = cluster.job().isEmpty() ? "" : " and share the write id " + cluster.job();
            findings.add(finding(
                    Severity.WARNING,
                    Confidence.POSSIBLE,
                    new Finding.Explanation(
                            Words.count(cluster.paths().size(), "data file")
                                    + " that no commit names were written together, "
                                    + Words.instant(cluster.modifiedAtMs()) + ", around commit "
                                    + cluster.beforeVersion()
                                    + job,
                            "Either a write was given up, which is harmless, or two writers made commit "
                                    + cluster.beforeVersion()
                                    + " at once and one was overwritten, as it happens on S3 with"
                                    + " several drivers: then these rows are lost to the table",
                            "See whether the rows are in the table, and in the storage's older versions of the commit file. If"
                                    + " they were lost, add the files again; use a log store that writes exclusively"),
                    List.of(Location.of(cluster.paths().get(0)), commit(cluster.beforeVersion()))));
        }
    }
}
