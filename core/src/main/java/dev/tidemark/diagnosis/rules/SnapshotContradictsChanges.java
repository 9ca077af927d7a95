package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.diagnosis.exhibit.StateRows;
import dev.tidemark.evidence.Location;

/**
 * A snapshot of the HDFS-backed provider that is whole and holds other rows than the change files that it sums up. Authority:
 * SPARK-48105, where a snapshot was written while its store was being unloaded; fixed in 3.5.2 and 4.0.
 */
final class SnapshotContradictsChanges extends CaseRule {
    SnapshotContradictsChanges() {
        super("STA-029");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.state().map(StateExhibit::rows).map(StateRows::strayed).orElse(List.of()).stream()
                .map(this::finding)
                .toList();
    }

    private Finding finding(StateRows.Strayed strayed) {
        String path = strayed.snapshot().path().value();
        long lost = strayed.rowsOfChanges() - strayed.rows();
        return finding(
                Severity.ERROR,
                Confidence.LIKELY,
                new Finding.Explanation(
                        path + " is whole and holds " + Words.count(strayed.rows(), "row")
                                + ", and the change files up to it make " + strayed.rowsOfChanges(),
                        "Whoever loads the partition takes the snapshot: "
                                + (lost > 0
                                        ? Words.count(lost, "row") + (lost == 1 ? " is lost" : " are lost")
                                        : "rows differ")
                                + " without an error. Spark before 3.5.2 wrote such a snapshot when a store was unloaded"
                                + " meanwhile",
                        "Stop the query, move " + path
                                + " aside and start it again: the change files make the same version, all"
                                + " of them are there and readable. What was computed since a reload is not mended by that"),
                Location.of(path));
    }
}
