package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.Measure;

/**
 * Batches take longer than the interval they are triggered at.
 */
final class BatchesSlowerThanTrigger implements Rule<BatchSeries> {
    private static final int NEWEST = 10;
    private static final int FEWEST_BATCHES = 5;

    @Override
    public String id() {
        return "TRD-003";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Long interval = series.triggerIntervalMs();
        Measure durations = series.measure(NEWEST, BatchPoint::durationMs);
        if (interval == null || interval <= 0 || durations.size() < FEWEST_BATCHES || durations.median() <= interval) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The newest " + durations.size() + " batches took " + Words.duration(durations.median())
                                + " in the middle, more than the trigger interval of " + Words.duration(interval),
                        "The next batch starts at once and is larger; the stream falls behind whenever the input"
                                + " does not pause",
                        "Give the batches fewer rows (maxFilesPerTrigger, maxOffsetsPerTrigger) or the query more"
                                + " cores, or lengthen the interval to what a batch really takes")));
    }
}
