package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;

/**
 * The newest batch is not committed and pins another number of shuffle partitions than the one before.
 */
final class PartitionsChangedUncommitted implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-018";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        RestartPoint point = survey.restartPoint();
        if (point.kind() != RestartPoint.Kind.RERUN || survey.commits().latest().isEmpty()) {
            return List.of();
        }
        Optional<String> now = partitions(survey, point.batchId());
        Optional<String> before = partitions(survey, point.batchId() - 1);
        if (now.isEmpty() || before.isEmpty() || now.equals(before)) {
            return List.of();
        }
        return List.of(new Finding(
                id(),
                Severity.ERROR,
                Confidence.CERTAIN,
                survey.offsets().at(point.batchId()).path(),
                new Finding.Explanation(
                        "Uncommitted batch " + point.batchId() + " pins " + now.get()
                                + " shuffle partitions, the batch before " + before.get(),
                        "Spark 4.2 refuses to start: STREAMING_UNFINISHED_REPARTITION_DETECTED. Older ones run the batch, and"
                                + " a stateful operator then misses partitions or leaves some behind",
                        "Restore the file from a backup; if a repartitioning was cut short, run it again"),
                List.of(
                        survey.offsets().at(point.batchId()).atLine(2),
                        survey.offsets().at(point.batchId() - 1).atLine(2))));
    }

    private static Optional<String> partitions(CheckpointSurvey survey, long batchId) {
        return survey.metadata(batchId).map(metadata -> metadata.conf().get(PinnedConf.SHUFFLE_PARTITIONS.key()));
    }
}
