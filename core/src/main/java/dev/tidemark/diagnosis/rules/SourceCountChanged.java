package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;

/**
 * The two newest offset files have lines for different numbers of sources.
 */
final class SourceCountChanged implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-020";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long newest = survey.offsets().latest().orElse(-1);
        Optional<OffsetEntry> entry = survey.offsets().value(newest);
        Optional<OffsetEntry> before = survey.offsets().value(newest - 1);
        if (!isPositional(entry) || !isPositional(before)) {
            return List.of();
        }
        int now = entry.orElseThrow().sources().size();
        int then = before.orElseThrow().sources().size();
        if (now == then) {
            return List.of();
        }
        return List.of(new Finding(
                id(),
                Severity.FATAL,
                Confidence.CERTAIN,
                survey.offsets().at(newest).path(),
                new Finding.Explanation(
                        survey.offsets().at(newest) + " has offsets of " + Words.count(now, "source") + ", "
                                + survey.offsets().at(newest - 1) + " of " + then,
                        "A restart reads both and wants as many as the query has sources: AssertionError, There are ["
                                + now + "] sources in the checkpoint offsets and now there are [" + then
                                + "] sources requested",
                        "Restore the file from a backup; a lost line may be written back as -"),
                List.of(survey.offsets().at(newest), survey.offsets().at(newest - 1))));
    }

    private static boolean isPositional(Optional<OffsetEntry> entry) {
        return entry.isPresent()
                && entry.get().version() == OffsetEntry.POSITIONAL
                && !entry.get().sources().isEmpty();
    }
}
