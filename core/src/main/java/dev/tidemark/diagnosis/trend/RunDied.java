package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLine;
import dev.tidemark.progress.ProgressLog;

/**
 * The newest run that an event log tells of ended with an error.
 */
final class RunDied implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-017";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        ProgressLog progress = series.progress();
        String error = progress == null
                ? ""
                : progress.newestTermination()
                        .map(ProgressLine.Terminated::error)
                        .orElse("");
        if (progress == null || error.isEmpty()) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The newest run in the event log died: " + error,
                        "Whether a restart goes on depends on the cause and on what the checkpoint holds now",
                        "tidemark restart says what the checkpoint lets a new run do"),
                Location.of(progress.location())));
    }
}
