package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.diagnosis.exhibit.StateRows;
import dev.tidemark.evidence.Damage;

/**
 * State that loads, and holds rows that are not of their store or that do not agree with those of another. Authority: Spark
 * 4.2 SymmetricHashJoinStateManager.handleNullValuePair, StateStoreProvider.validateStateRowFormat.
 */
final class MisfitRows extends CaseRule {
    MisfitRows() {
        super("STA-030");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.state().map(StateExhibit::rows).map(StateRows::misfits).orElse(List.of()).stream()
                .map(this::finding)
                .toList();
    }

    private Finding finding(StateRows.Misfit misfit) {
        Damage damage = misfit.damages().get(0);
        return finding(
                Severity.ERROR,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        damage.at() + " loads; expected " + damage.expected() + ", found " + damage.found(),
                        misfit.isJoin()
                                ? "A batch that looks such a key up, or whose watermark drops it, fails with a"
                                        + " NullPointerException (Spark 4.2:"
                                        + " STREAM_STREAM_JOIN_INCONSISTENT_STATE.NULL_VALUE); others lose rows without an"
                                        + " error"
                                : "A batch that comes to such a row fails, or makes wrong rows of it",
                        "Restore the files of partition " + misfit.partitionId() + " of operator " + misfit.operatorId()
                                + " from a backup, all stores of one time: a file lies here that was written for another"
                                + " store, partition or version"),
                damage.at());
    }
}
