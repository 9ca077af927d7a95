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
 * The state grows from batch to batch and nothing is ever removed from it.
 */
final class StateOnlyGrows implements Rule<BatchSeries> {
    private static final int FEWEST_BATCHES = 20;

    @Override
    public String id() {
        return "TRD-001";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Measure rows = series.measure(Trends.WINDOW, BatchPoint::stateRows);
        Measure removed = series.measure(Trends.WINDOW, BatchPoint::removedRows);
        if (rows.size() < FEWEST_BATCHES || removed.sum() > 0 || !growsSteadily(rows)) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "The state grew from " + rows.first() + " rows after batch " + rows.firstBatch() + " to "
                                + rows.last() + " after batch " + rows.lastBatch() + " and no row was ever removed",
                        "Memory, snapshots and the time of each batch grow with it, without an end",
                        "Let the state end: a watermark on a column that is part of its keys, a timeout of the"
                                + " groups, or a TTL; if the keys are few and known, it will level off by itself")));
    }

    /** It neither falls nor levels off: the last third adds at least half of what the first does. */
    private static boolean growsSteadily(Measure rows) {
        List<Long> values = rows.values();
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i) < values.get(i - 1)) {
                return false;
            }
        }
        int third = values.size() / 3;
        long early = values.get(third) - values.get(0);
        long late = rows.last() - values.get(values.size() - 1 - third);
        return rows.last() >= 2 * Math.max(1, rows.first()) && late * 2 >= early && late > 0;
    }
}
