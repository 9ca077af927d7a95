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
 * A Delta source's offsets name two different tables.
 */
final class SourceTableReplaced implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-023";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        SourcePairs.forEach(survey, (before, after) -> {
            if (before.offset() instanceof SourceOffset.Delta old
                    && after.offset() instanceof SourceOffset.Delta now
                    && !old.reservoirId().equals(now.reservoirId())) {
                findings.add(new Finding(
                        id(),
                        Severity.ERROR,
                        Confidence.CERTAIN,
                        after.line().at().toString(),
                        new Finding.Explanation(
                                "Source " + after.line().sourceId() + " reads Delta table " + now.reservoirId()
                                        + " here and table " + old.reservoirId() + " in the batch before",
                                "Delta refuses the offset of another table: DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE",
                                "Point the source at the table it read before, or restore the file from a backup"),
                        List.of(after.line().at(), before.line().at())));
            }
        });
        return findings;
    }
}
