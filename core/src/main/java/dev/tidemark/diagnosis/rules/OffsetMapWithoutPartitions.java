package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * An uncommitted batch in an offset map that does not pin shuffle.partitions, which Spark 4.2 cannot recover.
 */
final class OffsetMapWithoutPartitions implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-024";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        RestartPoint point = survey.restartPoint();
        long batchId = point.batchId();
        boolean isMap = survey.offsets()
                .value(batchId)
                .map(entry -> entry.version() == OffsetEntry.MAP)
                .orElse(false);
        if (point.kind() != RestartPoint.Kind.RERUN
                || !isMap
                || survey.commits().latest().orElse(-1) < 0) {
            return List.of();
        }
        boolean isPinned = pinsPartitions(survey, batchId) && pinsPartitions(survey, batchId - 1);
        if (isPinned) {
            return List.of();
        }
        Location at = survey.offsets().at(batchId).atLine(2);
        return List.of(new Finding(
                id(),
                Severity.FATAL,
                Confidence.CERTAIN,
                survey.offsets().at(batchId).path(),
                new Finding.Explanation(
                        "Uncommitted batch " + batchId + " stands in an offset map that does not pin "
                                + PinnedConf.SHUFFLE_PARTITIONS.key(),
                        "Spark 4.2 looks for it before it runs the batch again and fails: NoSuchElementException, None.get",
                        "Start once with spark.sql.streaming.checkUnfinishedRepartitionOnRestart=false"),
                List.of(at)));
    }

    private static boolean pinsPartitions(CheckpointSurvey survey, long batchId) {
        return survey.metadata(batchId)
                .map(metadata -> metadata.conf().containsKey(PinnedConf.SHUFFLE_PARTITIONS.key()))
                .orElse(false);
    }
}
