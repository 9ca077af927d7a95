package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;

/** Sources go on and the watermark does not. */
final class WatermarkFrozen extends CaseRule {
    private static final int BATCHES = 20;
    private static final long LONG_MS = 6L * 3600 * 1000;

    WatermarkFrozen() {
        super("CKP-032");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        CheckpointSurvey survey = file.checkpoint();
        long newest = survey.offsets().latest().orElse(-1);
        Optional<OffsetMetadata> last = survey.metadata(newest);
        if (last.isEmpty() || last.get().watermarkMs() <= 0) {
            return List.of();
        }
        long first = newest;
        long moving = 0;
        while (survey.metadata(first - 1)
                .filter(before -> before.watermarkMs() == last.get().watermarkMs())
                .isPresent()) {
            moving += moves(survey, first) ? 1 : 0;
            first--;
        }
        long spanMs = last.get().timestampMs()
                - survey.metadata(first)
                        .map(OffsetMetadata::timestampMs)
                        .orElse(last.get().timestampMs());
        if (moving < BATCHES || spanMs < LONG_MS) {
            return List.of();
        }
        return List.of(finding(
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "The watermark stands at " + Words.instant(last.get().watermarkMs()) + " since batch " + first
                                + ", " + Words.span(spanMs) + " and " + moving + " batches with data ago",
                        "No window closes and no state is dropped: with several watermarked sources the slowest holds it, and"
                                + " one that is silent holds it for ever",
                        "Look for a source without new events or with wrong times; the policy max lets the fastest decide, in a"
                                + " new checkpoint"),
                survey.offsets().at(newest).atLine(2),
                survey.offsets().at(first).atLine(2)));
    }

    private static boolean moves(CheckpointSurvey survey, long batchId) {
        Optional<OffsetEntry> now = survey.offsets().value(batchId);
        Optional<OffsetEntry> before = survey.offsets().value(batchId - 1);
        return now.isPresent()
                && before.isPresent()
                && now.get().sources().stream()
                        .anyMatch(line -> before.get()
                                .source(line.sourceId())
                                .filter(earlier -> !earlier.text().equals(line.text()))
                                .isPresent());
    }
}
