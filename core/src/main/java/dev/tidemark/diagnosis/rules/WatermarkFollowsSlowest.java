package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;

/** Several sources and the policy min, pinned or implied: the slowest holds the watermark. */
final class WatermarkFollowsSlowest extends CaseRule {
    WatermarkFollowsSlowest() {
        super("OK-006");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        long newest = file.checkpoint().offsets().latest().orElse(-1);
        Optional<OffsetMetadata> metadata = file.checkpoint().metadata(newest);
        long watermarked = file.query()
                .map(query -> query.sources().stream()
                        .filter(source -> source.watermark() != null)
                        .count())
                .orElse((long) file.sources().size());
        if (metadata.isEmpty() || metadata.get().watermarkMs() <= 0 || watermarked < 2) {
            return List.of();
        }
        String policy = metadata.get().conf().get(PinnedConf.MULTIPLE_WATERMARK_POLICY.key());
        if (policy != null && !policy.equalsIgnoreCase("min")) {
            return List.of();
        }
        return List.of(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "There are " + watermarked + " sources and the watermark policy is min"
                                + (policy == null ? ", implied because offsets/" + newest + " does not name one" : ""),
                        "The watermark follows the slowest source, by design; what the session says is overridden",
                        "Nothing; to follow the fastest begin a new checkpoint with"
                                + " spark.sql.streaming.multipleWatermarkPolicy=max"),
                file.checkpoint().offsets().at(newest).atLine(2)));
    }
}
