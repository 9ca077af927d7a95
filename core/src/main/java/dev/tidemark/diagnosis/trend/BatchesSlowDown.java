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
 * Batches of the same size take longer and longer.
 */
final class BatchesSlowDown implements Rule<BatchSeries> {
    private static final int FEWEST_BATCHES = 20;
    private static final long SLOW_MS = 5_000;

    @Override
    public String id() {
        return "TRD-007";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Measure durations = series.measure(Trends.WINDOW, BatchPoint::durationMs);
        Measure rows = series.measure(Trends.WINDOW, BatchPoint::inputRows);
        if (durations.size() < FEWEST_BATCHES
                || durations.third(2) < SLOW_MS
                || durations.third(2) / 2 < durations.third(0)
                || rows.size() < FEWEST_BATCHES
                || rows.third(2) > rows.third(0) + rows.third(0) / 2) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "Batches take longer and longer: " + Words.duration(durations.third(0)) + " around batch "
                                + durations.firstBatch() + ", " + Words.duration(durations.third(2)) + " around batch "
                                + durations.lastBatch() + ", with no more rows to read",
                        "What a batch does besides its rows grows: state, files to list, a log to replay",
                        "Compare with the rows of state; if they stand still, look at the number of files in the source"
                                + " directory, at small files in the sink, and at missing checkpoints of its table")));
    }
}
