package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLog;
import dev.tidemark.progress.QueryProgress;

/**
 * Spark reported batches that the checkpoint does not have.
 */
final class ProgressAheadOfCheckpoint implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-013";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        ProgressLog progress = series.progress();
        Long newest = series.newestPlanned();
        if (progress == null || series.points().isEmpty()) {
            return List.of();
        }
        BatchPoint last = series.points().get(series.points().size() - 1);
        QueryProgress report = last.reported();
        if (report == null || (newest != null && last.batchId() <= newest)) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.ERROR,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "Spark reported batch " + last.batchId() + " as done; the checkpoint "
                                + (newest == null ? "has no batch" : "ends at batch " + newest),
                        "The checkpoint is an older copy, or was rewound: the batches after it are run again, and sinks"
                                + " that do not keep batch numbers get their rows twice",
                        "Look for the newer checkpoint, or rewind the sink as well before the query is started"),
                Trends.offsets(newest == null ? 0 : newest),
                report.at()));
    }
}
