package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * The sink skips the batch that runs again, and a checkpoint of format 2 then has no ids to commit. Authority: Spark 4.2
 * statefulOperators.getStateStoreCheckpointInfo.
 */
final class SkippedReplayStuck extends CaseRule {
    SkippedReplayStuck() {
        super("SNK-004");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        RestartPoint point = file.checkpoint().restartPoint();
        Optional<SinkPosition.Reached> reached = SinkPosition.of(file);
        Optional<CommitEntry> commit = file.checkpoint().commits().value(point.batchId() - 1);
        boolean hasIds = commit.map(CommitEntry::stateUniqueIds)
                .filter(ids -> !ids.isEmpty())
                .isPresent();
        if (point.kind() != RestartPoint.Kind.RERUN
                || reached.isEmpty()
                || reached.get().batchId() < point.batchId()
                || !hasIds) {
            return List.of();
        }
        return List.of(finding(
                reached.get().isCertain() ? Severity.FATAL : Severity.WARNING,
                reached.get().isCertain() ? Confidence.CERTAIN : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "The sink has batch " + point.batchId()
                                + " already, its commit is missing, and state is found by ids in" + " the commits",
                        "The sink skips the batch, so no task makes an id, and every restart ends with AssertionError:"
                                + " CheckpointInfo length: 0",
                        file.fileSink().isPresent()
                                ? "Move _spark_metadata/" + point.batchId()
                                        + " aside, so that the batch is written again"
                                : "RESTORE the Delta table to the version before the batch, and write a new query id into the"
                                        + " file metadata: RESTORE alone keeps the transaction, and the batch is skipped again"),
                Location.of(reached.get().location()),
                file.checkpoint().offsets().at(point.batchId())));
    }
}
