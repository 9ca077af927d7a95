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
 * The watermark moves slower than time does.
 */
final class WatermarkFallsBehind implements Rule<BatchSeries> {
    private static final int FEWEST_BATCHES = 20;
    private static final long FAR_MS = 10 * 60_000L;

    @Override
    public String id() {
        return "TRD-006";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Measure distance = series.measure(Trends.WINDOW, BatchPoint::watermarkDistanceMs);
        Measure started = series.measure(Trends.WINDOW, BatchPoint::startedAtMs);
        if (distance.size() < FEWEST_BATCHES || distance.direction() != Measure.Direction.RISING) {
            return List.of();
        }
        long grownMs = distance.third(2) - distance.third(0);
        long elapsedMs = started.third(2) - started.third(0);
        if (grownMs < FAR_MS || grownMs < elapsedMs / 2 || distance.third(2) < 2 * distance.third(0)) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "The watermark falls behind: " + Words.duration(distance.first()) + " before the time of batch "
                                + distance.firstBatch() + ", " + Words.duration(distance.last())
                                + " before that of batch "
                                + distance.lastBatch(),
                        "Results come later and later, and the state holds that much more",
                        "The query reads slower than events arrive, or one input lags: compare the batch time with the"
                                + " trigger interval, and the offsets with the end of each source"),
                Trends.offsets(distance.firstBatch()),
                Trends.offsets(distance.lastBatch())));
    }
}
