package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.QueryProgress;

/**
 * Spark reported a batch as done, and its commit file is not there.
 * Spark 3.5 to 4.2 report after the commit: MicroBatchExecution.markMicroBatchEnd before finishTrigger.
 */
final class ReportedBatchUncommitted implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-014";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Long newest = series.newestPlanned();
        for (BatchPoint point : series.newest(1)) {
            BatchPoint.Logged logged = point.logged();
            QueryProgress report = point.reported();
            if (logged != null
                    && report != null
                    && !logged.isCommitted()
                    && newest != null
                    && newest == point.batchId()) {
                return List.of(Trends.finding(
                        this,
                        series,
                        Severity.ERROR,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                "Spark reported batch " + newest + " as done, and commits/" + newest + " is missing",
                                "The file was lost after the batch: a restart runs the batch again, and sinks that do not"
                                        + " keep batch numbers get its rows twice",
                                "Restore commits/" + newest + " from a backup; a copy of the checkpoint that was taken"
                                        + " between the two is the usual cause"),
                        Location.of("commits/" + newest),
                        report.at()));
            }
        }
        return List.of();
    }
}
