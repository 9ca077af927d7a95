package dev.tidemark.diagnosis.trend;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.progress.BatchSeries;

/** What the rules about trends share. */
final class Trends {
    /** Batches that count; what was longer ago is history. */
    static final int WINDOW = 200;

    private Trends() {}

    /** A finding about the whole stream. */
    static Finding finding(
            Rule<BatchSeries> rule,
            BatchSeries series,
            Severity severity,
            Confidence confidence,
            Finding.Explanation explanation,
            Location... evidence) {
        List<Location> shown = evidence.length > 0
                ? List.of(evidence)
                : series.points().isEmpty()
                        ? List.of()
                        : List.of(offsets(
                                series.points().get(series.points().size() - 1).batchId()));
        return new Finding(rule.id(), severity, confidence, "the stream", explanation, shown);
    }

    /** A batch's offset file. */
    static Location offsets(long batchId) {
        return Location.of("offsets/" + batchId);
    }
}
