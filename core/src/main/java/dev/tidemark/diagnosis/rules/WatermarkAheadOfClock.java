package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * The watermark lies far ahead of the processing time of its batch.
 */
final class WatermarkAheadOfClock implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-019";
    }

    private static final long FAR_MS = 30L * 24 * 3600 * 1000;

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long newest = survey.offsets().latest().orElse(-1);
        Optional<OffsetMetadata> metadata = survey.metadata(newest);
        if (metadata.isEmpty() || metadata.get().recordedTimestampMs() == null) {
            return List.of();
        }
        long clockMs = metadata.get().timestampMs();
        long committedMs =
                survey.commits().value(newest).map(CommitEntry::nextWatermarkMs).orElse(0L);
        boolean isCommitted = committedMs > metadata.get().watermarkMs();
        long watermarkMs = Math.max(committedMs, metadata.get().watermarkMs());
        if (watermarkMs <= 0 || watermarkMs - FAR_MS <= clockMs) {
            return List.of();
        }
        Location at =
                (isCommitted ? survey.commits().at(newest) : survey.offsets().at(newest)).atLine(2);
        return List.of(new Finding(
                id(),
                Severity.WARNING,
                Confidence.POSSIBLE,
                at.path(),
                new Finding.Explanation(
                        "The watermark of the next batch, " + Words.instant(watermarkMs)
                                + ", lies far ahead of the time the" + " batch ran, " + Words.instant(clockMs),
                        "Spark believes it: all windows up to it close, and all rows before it are late from now on",
                        "Look for an event with a wrong time, or for a hand that edited the file; a watermark does not go back"
                                + " by itself"),
                List.of(at)));
    }
}
