package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;

/** A commit file that Hadoop's checksum file beside it contradicts. Authority: Hadoop 3.4 ChecksumFileSystem. */
final class CommitChangedByHand extends TableRule {
    CommitChangedByHand() {
        super("TBL-026");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        for (long version : table.odd().changed()) {
            String name = String.format("%020d.json", version);
            findings.add(finding(
                    Severity.WARNING,
                    Confidence.CERTAIN,
                    new Finding.Explanation(
                            "Commit " + version + " was changed after Hadoop took the checksums in _delta_log/." + name
                                    + ".crc",
                            "On a local disk Spark reads it through Hadoop and stops with ChecksumException; object stores and"
                                    + " HDFS do not look at that file",
                            "Find out who changed the commit. If the change is meant, delete ." + name + ".crc"),
                    List.of(commit(version))));
        }
    }
}
