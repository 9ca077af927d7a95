package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.QueryProgress;

/**
 * A batch used another watermark than its offset file says.
 */
final class ProgressContradictsWatermark implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-012";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        for (BatchPoint point : series.points()) {
            BatchPoint.Logged logged = point.logged();
            QueryProgress report = point.reported();
            Long reported = report == null ? null : report.eventTime().watermarkMs();
            if (logged != null && report != null && reported != null && reported != logged.watermarkMs()) {
                return List.of(Trends.finding(
                        this,
                        series,
                        Severity.ERROR,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                "Batch " + point.batchId() + " used the watermark " + Words.instant(reported)
                                        + " as Spark reported it; the checkpoint says "
                                        + Words.instant(logged.watermarkMs()),
                                "This is not the checkpoint that the run wrote, or its offset file was changed since",
                                "Find out which of the two is the query's own before it is started"),
                        Trends.offsets(point.batchId()),
                        report.at()));
            }
        }
        return List.of();
    }
}
