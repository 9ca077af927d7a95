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
 * Rows came later than the watermark allows and were dropped.
 */
final class RowsDroppedAsLate implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-008";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Measure late = series.measure(Trends.WINDOW, BatchPoint::lateRows);
        Measure input = series.measure(Trends.WINDOW, BatchPoint::inputRows);
        if (late.sum() == 0) {
            return List.of();
        }
        boolean isMuch = !input.isEmpty() && late.sum() >= input.sum() / 100.0;
        return List.of(Trends.finding(
                this,
                series,
                isMuch ? Severity.WARNING : Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        late.sum() + " rows were dropped as too late in batches " + late.firstBatch() + " to "
                                + late.lastBatch() + ", of " + input.sum() + " rows read",
                        "They are in no result. Rows are counted after the shuffle's first aggregation, so one may stand"
                                + " for several events",
                        isMuch
                                ? "Find who sends them late, or lengthen the watermark's delay; that delays results and"
                                        + " enlarges the state"
                                : "")));
    }
}
