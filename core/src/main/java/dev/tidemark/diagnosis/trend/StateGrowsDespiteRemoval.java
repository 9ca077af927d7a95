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
 * Rows leave the state, and more come than leave.
 */
final class StateGrowsDespiteRemoval implements Rule<BatchSeries> {
    private static final int FEWEST_BATCHES = 30;

    @Override
    public String id() {
        return "TRD-002";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Measure rows = series.measure(Trends.WINDOW, BatchPoint::stateRows);
        Measure removed = series.measure(Trends.WINDOW, BatchPoint::removedRows);
        if (rows.size() < FEWEST_BATCHES || !removesFromTheStart(removed) || !risesThroughout(rows)) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.POSSIBLE,
                new Finding.Explanation(
                        "The state keeps growing although rows are removed: about " + rows.third(0)
                                + " rows at batch " + rows.firstBatch() + ", " + rows.third(2) + " at batch "
                                + rows.lastBatch() + ", " + removed.sum() + " removed between",
                        "More keys come in than the watermark lets go; at this rate the state doubles again",
                        "Compare the watermark's delay with what late data really need, and see whether the input"
                                + " itself grows; tidemark state stats shows which partitions hold the rows")));
    }

    private static boolean removesFromTheStart(Measure removed) {
        return removed.size() >= FEWEST_BATCHES
                && removed.values().subList(0, removed.size() / 3).stream().anyMatch(rows -> rows > 0);
    }

    private static boolean risesThroughout(Measure rows) {
        return rows.third(0) > 0
                && rows.third(1) * 4 >= rows.third(0) * 5
                && rows.third(2) * 4 >= rows.third(1) * 5
                && rows.third(2) >= 2 * rows.third(0);
    }
}
