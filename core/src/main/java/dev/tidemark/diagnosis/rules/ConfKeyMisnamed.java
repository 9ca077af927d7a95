package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Map;

import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;

/**
 * The newest offset file pins a configuration under the name that Spark 3.5.4 alone used.
 */
final class ConfKeyMisnamed implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-016";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long newest = survey.offsets().latest().orElse(-1);
        Map<String, String> conf =
                survey.metadata(newest).map(OffsetMetadata::conf).orElse(Map.of());
        boolean isMisnamed = conf.containsKey(PinnedConf.MISNAMED_PRUNE_STREAMING_SUBPLAN)
                && !conf.containsKey(PinnedConf.PRUNE_STREAMING_SUBPLAN.key());
        if (!isMisnamed) {
            return List.of();
        }
        return List.of(new Finding(
                id(),
                Severity.WARNING,
                Confidence.CERTAIN,
                survey.offsets().at(newest).path(),
                new Finding.Explanation(
                        "Spark 3.5.4 wrote this checkpoint and pinned a configuration under a wrong name: "
                                + PinnedConf.MISNAMED_PRUNE_STREAMING_SUBPLAN,
                        "Spark 3.5.5 to 4.0 understand it. Spark 4.1 and later do not and use "
                                + PinnedConf.PRUNE_STREAMING_SUBPLAN.key() + "=true, which can change the plan",
                        "Run one batch with Spark 3.5.5 to 4.0 before going to 4.1"),
                List.of(survey.offsets().at(newest).atLine(2))));
    }
}
