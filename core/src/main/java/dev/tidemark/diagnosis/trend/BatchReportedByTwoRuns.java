package dev.tidemark.diagnosis.trend;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLog;
import dev.tidemark.progress.QueryProgress;

/**
 * Two runs of the query reported the same batch as done.
 */
final class BatchReportedByTwoRuns implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-015";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        ProgressLog progress = series.progress();
        if (progress == null) {
            return List.of();
        }
        Map<Long, QueryProgress> first = new HashMap<>();
        for (QueryProgress report : progress.reports()) {
            if (!report.timing().ranBatch()) {
                continue;
            }
            QueryProgress before = first.putIfAbsent(report.batchId(), report);
            if (before != null && isOfAnotherRun(before, report)) {
                return List.of(finding(series, before, report));
            }
        }
        return List.of();
    }

    private static boolean isOfAnotherRun(QueryProgress before, QueryProgress report) {
        String run = report.run().runId();
        return run != null
                && before.run().runId() != null
                && !run.equals(before.run().runId());
    }

    private Finding finding(BatchSeries series, QueryProgress before, QueryProgress report) {
        return Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "Batch " + report.batchId() + " was reported as done by two runs of the query",
                        "The checkpoint was set back between them, or two queries use it at a time: what the batch wrote"
                                + " may stand twice in sinks that do not keep batch numbers",
                        "If nobody rewound it on purpose, make sure that one query alone uses this checkpoint"),
                before.at(),
                report.at());
    }
}
