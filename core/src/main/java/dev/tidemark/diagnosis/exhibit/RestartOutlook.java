package dev.tidemark.diagnosis.exhibit;

import java.util.List;

import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.query.QueryDescription;

/**
 * What a restart comes to, and what the prediction rests on.
 *
 * @param isDescribed whether the query was described, and not inferred from the checkpoint
 * @param assumptions what was taken for granted, each a sentence
 */
public record RestartOutlook(
        RestartPrediction prediction,
        QueryDescription query,
        boolean isDescribed,
        String sparkVersion,
        Reach reach,
        List<String> assumptions) {
    public RestartOutlook {
        assumptions = List.copyOf(assumptions);
    }

    /** Whether the query is known to fail. */
    public boolean fails() {
        return prediction.verdict() == RestartPrediction.Verdict.FAILS;
    }
}
