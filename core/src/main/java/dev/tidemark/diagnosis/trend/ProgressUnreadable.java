package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLog;

/**
 * Lines of the progress could not be read.
 */
final class ProgressUnreadable implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-016";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        ProgressLog progress = series.progress();
        if (progress == null || progress.damaged() == 0) {
            return List.of();
        }
        Damage first = progress.damages().get(0);
        return List.of(Trends.finding(
                this,
                series,
                progress.reports().isEmpty() ? Severity.WARNING : Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        progress.damaged() + (progress.damaged() == 1 ? " line" : " lines")
                                + " of the progress could not be read; first " + first.message(),
                        "What they say is missing from the trends; the end of a log of a running or killed application"
                                + " is often torn",
                        progress.reports().isEmpty()
                                ? "Give a file of StreamingQueryProgress.json() lines or a Spark event log"
                                : ""),
                first.at()));
    }
}
