package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** The sink has the batch that runs again: it is skipped, and with format 2 the query is stuck. */
final class PendingBatchInSink extends CaseRule {
    PendingBatchInSink() {
        super("SNK-007");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        RestartPoint point = file.checkpoint().restartPoint();
        Optional<SinkPosition.Reached> reached = SinkPosition.of(file);
        if (point.kind() != RestartPoint.Kind.RERUN
                || reached.isEmpty()
                || reached.get().batchId() != point.batchId()
                || SinkRestored.undone(file).isPresent()) {
            return List.of();
        }
        return List.of(finding(
                Severity.INFO,
                reached.get().isCertain() ? Confidence.CERTAIN : Confidence.LIKELY,
                new Finding.Explanation(
                        "The sink has batch " + point.batchId() + " already; only its commit is missing",
                        "The batch runs again and the sink skips it, so nothing is written twice. Its plan is not run: the"
                                + " watermark does not move with it",
                        "Nothing: start the query"),
                Location.of(reached.get().location())));
    }
}
