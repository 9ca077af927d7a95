package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Parsed;

/**
 * A batch used an earlier watermark than the batch before.
 */
final class WatermarkMovedBack implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-026";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<Long, Parsed<OffsetEntry>> entry :
                survey.offsets().entries().entrySet()) {
            long batchId = entry.getKey();
            Optional<OffsetMetadata> now = survey.metadata(batchId);
            Optional<OffsetMetadata> before = survey.metadata(batchId - 1);
            if (now.isPresent()
                    && before.isPresent()
                    && now.get().watermarkMs() < before.get().watermarkMs()) {
                findings.add(finding(
                        survey, batchId, before.get().watermarkMs(), now.get().watermarkMs()));
            }
        }
        return findings;
    }

    private Finding finding(CheckpointSurvey survey, long batchId, long beforeMs, long nowMs) {
        return new Finding(
                id(),
                Severity.WARNING,
                Confidence.LIKELY,
                survey.offsets().at(batchId).path(),
                new Finding.Explanation(
                        "The watermark goes back in batch " + batchId + ", from " + Words.instant(beforeMs) + " to "
                                + Words.instant(nowMs),
                        "Spark never does that within a query's life; rows that were late count again, and windows that were"
                                + " emitted may be emitted once more",
                        "Look for a hand that edited the files, or for a mix of two checkpoints"),
                List.of(
                        survey.offsets().at(batchId).atLine(2),
                        survey.offsets().at(batchId - 1).atLine(2)));
    }
}
