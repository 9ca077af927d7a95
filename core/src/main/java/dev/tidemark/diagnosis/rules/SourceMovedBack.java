package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.source.SourceOffset;

/**
 * A source's offset lies before that of the batch before.
 */
final class SourceMovedBack implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-025";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        SourcePairs.forEach(survey, (before, after) -> {
            if (isBefore(after.offset(), before.offset())) {
                findings.add(new Finding(
                        id(),
                        Severity.WARNING,
                        Confidence.LIKELY,
                        after.line().at().toString(),
                        new Finding.Explanation(
                                "Source " + after.line().sourceId() + " goes back: "
                                        + after.line().text() + " after "
                                        + before.line().text(),
                                "A source does not do that by itself. Delta refuses such offsets; others read rows again",
                                "Look for a hand that edited the files, or for a source that was replaced"),
                        List.of(after.line().at(), before.line().at())));
            }
        });
        return findings;
    }

    private static boolean isBefore(SourceOffset now, SourceOffset then) {
        if (now instanceof SourceOffset.FileLog file && then instanceof SourceOffset.FileLog old) {
            return file.logOffset() < old.logOffset();
        } else if (now instanceof SourceOffset.Delta delta && then instanceof SourceOffset.Delta old) {
            return delta.reservoirId().equals(old.reservoirId())
                    && (delta.reservoirVersion() < old.reservoirVersion()
                            || (delta.reservoirVersion() == old.reservoirVersion() && delta.index() < old.index()));
        } else if (now instanceof SourceOffset.RateMicroBatch rate && then instanceof SourceOffset.RateMicroBatch old) {
            return rate.offset() < old.offset();
        }
        return false;
    }
}
