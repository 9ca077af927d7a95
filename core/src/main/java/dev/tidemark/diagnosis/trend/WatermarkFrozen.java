package dev.tidemark.diagnosis.trend;

import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;

/**
 * Input arrives batch after batch and the watermark does not move.
 */
final class WatermarkFrozen implements Rule<BatchSeries> {
    private static final int FEWEST_BATCHES = 20;

    @Override
    public String id() {
        return "TRD-005";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        List<BatchPoint> points = series.points();
        int from = points.size();
        int withInput = 0;
        OptionalLong watermark = points.isEmpty()
                ? OptionalLong.empty()
                : points.get(points.size() - 1).watermarkMs();
        while (watermark.isPresent()
                && from > 0
                && points.get(from - 1).watermarkMs().equals(watermark)) {
            from--;
            withInput += points.get(from).hadInput().orElse(false) ? 1 : 0;
        }
        if (withInput < FEWEST_BATCHES) {
            return List.of();
        }
        long first = points.get(from).batchId();
        long last = points.get(points.size() - 1).batchId();
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "The watermark stands at " + Words.instant(watermark.getAsLong()) + " from batch " + first
                                + " to batch " + last + " although " + withInput + " of these batches read new input",
                        "Windows do not close and state is not removed; it grows until the watermark moves",
                        "With several watermarked inputs the slowest one counts: find the one without new events, or set"
                                + " spark.sql.streaming.multipleWatermarkPolicy to max in a new checkpoint; with one"
                                + " input, look for event times that no longer advance"),
                Trends.offsets(first),
                Trends.offsets(last)));
    }
}
