package dev.tidemark.view;

import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.evidence.Location;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.sink.BatchSink;

/** What a restart does without an error, and should be known before it is made. */
final class RestartFindings {
    private RestartFindings() {}

    /** Findings of one prediction. */
    static List<Finding> of(RestartPrediction prediction, QueryDescription query) {
        List<PredictedBatch> skipped = lossy(prediction);
        if (skipped.isEmpty() || query.sink() == null) {
            return List.of();
        }
        long first = skipped.get(0).batchId();
        long last = skipped.get(skipped.size() - 1).batchId();
        String which = first == last ? "batch " + first : "batches " + first + " to " + last;
        String path = query.sink().path();
        Long rows = RestartHeadline.rows(skipped);
        Finding.Explanation explanation = new Finding.Explanation(
                "The sink skips " + which + ", planned anew, as it has one of that number",
                (first == last ? "Its" : "Their")
                        + " rows are lost without an error, but for those that the sink got under the same number before: the"
                        + " checkpoint was rewound or is an older copy, or a new one writes into an old output",
                "Restore the offset and commit files up to what the sink has, or begin a new checkpoint with a new output");
        return List.of(new Finding(
                "SNK-003",
                rows != null && rows == 0 ? Severity.WARNING : Severity.ERROR,
                Confidence.LIKELY,
                which,
                explanation,
                List.of(Location.of(path == null ? query.sink().format() : path))));
    }

    /** The new batches that the sink does not take, as it has one of their number. */
    static List<PredictedBatch> lossy(RestartPrediction prediction) {
        return prediction.batches().stream()
                .filter(batch -> batch.sink() == BatchSink.Outcome.SKIPPED && batch.kind() != BatchKind.RERUN)
                .toList();
    }
}
