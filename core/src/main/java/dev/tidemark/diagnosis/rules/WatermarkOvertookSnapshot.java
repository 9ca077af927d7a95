package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.source.SourceOffset;

/**
 * The watermark leapt while a Delta source was still inside its first snapshot, whose files come in the order in which they
 * were written and not in the order of their events.
 */
final class WatermarkOvertookSnapshot extends CaseRule {
    private static final long LEAP_MS = 24L * 3600 * 1000;

    WatermarkOvertookSnapshot() {
        super("SRC-010");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<Finding> findings = new ArrayList<>();
        CheckpointSurvey survey = file.checkpoint();
        SourcePairs.forEach(survey, (before, after) -> {
            if (findings.isEmpty()
                    && before.offset() instanceof SourceOffset.Delta then
                    && after.offset() instanceof SourceOffset.Delta now
                    && then.isInitialSnapshot()
                    && now.isInitialSnapshot()
                    && (now.index() > then.index() || !now.reservoirId().equals(then.reservoirId()))) {
                leap(survey, batchOf(after.line())).ifPresent(leap -> findings.add(finding(leap, after.line())));
            }
        });
        return findings;
    }

    /**
     * How the watermark came to where it is.
     *
     * @param fromMs 0 when there was none before
     */
    private record Leap(long batchId, long fromMs, long toMs, boolean isNearNow) {}

    private static long batchOf(SourceLine line) {
        String path = line.at().path();
        return Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
    }

    private static Optional<Leap> leap(CheckpointSurvey survey, long batchId) {
        Optional<OffsetMetadata> now = survey.metadata(batchId);
        Optional<OffsetMetadata> before = survey.metadata(batchId - 1);
        if (now.isEmpty() || before.isEmpty() || now.get().watermarkMs() <= 0) {
            return Optional.empty();
        }
        long fromMs = before.get().watermarkMs();
        long toMs = now.get().watermarkMs();
        boolean isNearNow = Math.abs(now.get().timestampMs() - toMs) < LEAP_MS;
        boolean leaps = fromMs > 0 ? toMs - fromMs >= LEAP_MS : isNearNow;
        return leaps ? Optional.of(new Leap(batchId, fromMs, toMs, isNearNow)) : Optional.empty();
    }

    private Finding finding(Leap leap, SourceLine line) {
        String how = leap.fromMs() > 0
                ? "leapt " + Words.span(leap.toMs() - leap.fromMs()) + " in one batch"
                : "was near the present after one batch";
        return finding(
                leap.fromMs() > 0 ? Severity.ERROR : Severity.WARNING,
                leap.fromMs() > 0 ? Confidence.LIKELY : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "Source " + line.sourceId() + " is inside its initial snapshot at batch " + leap.batchId()
                                + " (isStartingVersion=true), and the watermark " + how + ", to "
                                + Words.instant(leap.toMs()),
                        "The files of a snapshot are read in the order of their modification, so older rows in later files"
                                + " are late and are dropped by stateful operators without an error",
                        "Begin a new checkpoint with withEventTimeOrder=true, or with a longer watermark delay; what was"
                                + " dropped cannot be mended in place"),
                line.at(),
                Location.of("offsets/" + leap.batchId()).atLine(2));
    }
}
