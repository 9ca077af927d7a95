package dev.tidemark.diagnosis.trend;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.Measure;
import dev.tidemark.progress.QueryProgress;

/**
 * A source reports more and more that is still to be read.
 */
final class BacklogGrows implements Rule<BatchSeries> {
    private static final int FEWEST_BATCHES = 12;

    @Override
    public String id() {
        return "TRD-009";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        Map<String, TreeMap<Long, Long>> byMetric = new TreeMap<>();
        for (BatchPoint point : series.newest(Trends.WINDOW)) {
            QueryProgress report = point.reported();
            if (report != null) {
                for (int source = 0; source < report.sources().size(); source++) {
                    for (QueryProgress.Backlog backlog :
                            report.sources().get(source).backlog()) {
                        byMetric.computeIfAbsent(backlog.metric() + " of source " + source, unused -> new TreeMap<>())
                                .put(point.batchId(), (long) backlog.amount());
                    }
                }
            }
        }
        return byMetric.entrySet().stream()
                .flatMap(metric -> finding(series, metric.getKey(), metric.getValue()).stream())
                .limit(1)
                .toList();
    }

    private Optional<Finding> finding(BatchSeries series, String name, TreeMap<Long, Long> values) {
        Measure backlog = new Measure(List.copyOf(values.keySet()), List.copyOf(values.values()));
        if (backlog.size() < FEWEST_BATCHES
                || backlog.direction() != Measure.Direction.RISING
                || backlog.third(2) / 2 < backlog.third(0)) {
            return Optional.empty();
        }
        return Optional.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "The backlog grows: " + name + " rose from " + backlog.first() + " at batch "
                                + backlog.firstBatch() + " to " + backlog.last() + " at batch " + backlog.lastBatch(),
                        "The stream reads less than arrives; sources with a retention lose what is not read in time",
                        "Raise the limit per trigger if batches are short, else give the query more cores")));
    }
}
