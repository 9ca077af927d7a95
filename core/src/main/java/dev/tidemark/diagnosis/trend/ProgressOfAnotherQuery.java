package dev.tidemark.diagnosis.trend;

import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLog;

/**
 * The progress that was given is another query's.
 */
final class ProgressOfAnotherQuery implements Rule<BatchSeries> {

    @Override
    public String id() {
        return "TRD-010";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        ProgressLog progress = series.progress();
        if (progress == null
                || !progress.reports().isEmpty()
                || progress.others().isEmpty()) {
            return List.of();
        }
        String others = progress.others().keySet().stream().limit(3).collect(Collectors.joining(", "));
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The progress is of another query: the checkpoint belongs to " + series.queryId()
                                + ", the reports to " + others,
                        "Nothing in it says anything about this checkpoint, unless its file metadata was replaced",
                        "Give the progress of the query that writes this checkpoint; if it is the same query, find out"
                                + " when its id changed: a sink that keeps batches by query id takes none of its old ones"
                                + " as done"),
                Location.of("metadata"),
                Location.of(progress.location())));
    }
}
