package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;

/** A pinned configuration differs from one batch to the next, which the engine never does. */
final class PinnedConfChanged extends CaseRule {
    private static final Set<String> KEPT = Set.of(
            PinnedConf.STATE_STORE_PROVIDER.key(),
            PinnedConf.MULTIPLE_WATERMARK_POLICY.key(),
            PinnedConf.MAP_GROUPS_STATE_FORMAT.key(),
            PinnedConf.AGGREGATION_STATE_FORMAT.key(),
            PinnedConf.JOIN_STATE_FORMAT.key(),
            PinnedConf.STATE_STORE_CODEC.key(),
            PinnedConf.STATE_ENCODING.key(),
            PinnedConf.SHUFFLE_PARTITIONS.key());

    PinnedConfChanged() {
        super("CNF-004");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        CheckpointSurvey survey = file.checkpoint();
        for (long batchId : survey.offsets().entries().navigableKeySet()) {
            Optional<OffsetMetadata> now = survey.metadata(batchId);
            Optional<OffsetMetadata> before = survey.metadata(batchId - 1);
            if (now.isPresent() && before.isPresent()) {
                for (String key : new TreeSet<>(KEPT)) {
                    String value = now.get().conf().get(key);
                    String old = before.get().conf().get(key);
                    if (value != null && old != null && !value.equals(old)) {
                        return List.of(finding(survey, batchId, key, old, value));
                    }
                }
            }
        }
        return List.of();
    }

    private Finding finding(CheckpointSurvey survey, long batchId, String key, String old, String value) {
        boolean isPartitions = key.equals(PinnedConf.SHUFFLE_PARTITIONS.key());
        return finding(
                Severity.WARNING,
                isPartitions ? Confidence.POSSIBLE : Confidence.LIKELY,
                new Finding.Explanation(
                        "Batch " + batchId + " pins " + key + "=" + value + ", the batch before " + old,
                        isPartitions
                                ? "The state was repartitioned offline, which Spark 4.2 does, or a hand edited the file: then"
                                        + " partitions are unread or missing"
                                : "A query keeps the value of its first batch, so a hand edited the file, or files of two"
                                        + " checkpoints were mixed; state written before may not be readable",
                        "Find out who changed it; if nobody knows, write back the old value"),
                survey.offsets().at(batchId).atLine(2),
                survey.offsets().at(batchId - 1).atLine(2));
    }
}
