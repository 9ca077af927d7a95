package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.QueryProgress;

/**
 * A batch ended elsewhere than its offset file says.
 */
final class ProgressContradictsOffsets implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-011";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        for (BatchPoint point : series.points()) {
            BatchPoint.Logged logged = point.logged();
            QueryProgress report = point.reported();
            if (logged == null
                    || report == null
                    || logged.endOffsets().size() != report.sources().size()) {
                continue;
            }
            for (int source = 0; source < report.sources().size(); source++) {
                String reported = report.sources().get(source).endOffset();
                String planned = logged.endOffsets().get(source);
                if (reported != null && !planned.equals(SourceLine.VOID) && !JsonTwins.areEqual(reported, planned)) {
                    return List.of(finding(series, point.batchId(), report, planned, reported));
                }
            }
        }
        return List.of();
    }

    private Finding finding(BatchSeries series, long batchId, QueryProgress report, String planned, String reported) {
        return Trends.finding(
                this,
                series,
                Severity.ERROR,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "Batch " + batchId + " ended at " + Words.shortened(reported)
                                + " as Spark reported it; the checkpoint" + " says " + Words.shortened(planned),
                        "This is not the checkpoint that the run wrote, or it was changed by hand since: a restart reads"
                                + " from another place than the run had reached",
                        "Find out which of the two is the query's own before it is started: compare batch by batch with"
                                + " tidemark batches and the progress"),
                Trends.offsets(batchId),
                report.at());
    }
}
