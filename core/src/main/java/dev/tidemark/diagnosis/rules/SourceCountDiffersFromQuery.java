package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.query.QueryDescription;

/**
 * The query is described with another number of sources than the offsets have lines. Authority: Spark 4.2
 * OffsetSeq.toStreamProgress.
 */
final class SourceCountDiffersFromQuery extends CaseRule {
    SourceCountDiffersFromQuery() {
        super("SRC-001");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        CheckpointSurvey survey = file.checkpoint();
        long newest = survey.offsets().latest().orElse(-1);
        Optional<OffsetEntry> entry = survey.offsets().value(newest);
        Optional<QueryDescription> query = file.query();
        if (query.isEmpty() || entry.isEmpty() || entry.get().version() != OffsetEntry.POSITIONAL) {
            return List.of();
        }
        int lines = entry.get().sources().size();
        int wanted = query.get().sources().size();
        if (lines == wanted || wanted == 0) {
            return List.of();
        }
        boolean agrees = survey.offsets()
                .value(newest - 1)
                .map(before -> before.sources().size() == lines)
                .orElse(false);
        String why = agrees
                ? "; the file before it has as many, so the plan changed and not the checkpoint"
                : "; if the file lost lines, that is the cause";
        return List.of(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        survey.offsets().at(newest) + " has " + Words.count(lines, "source line")
                                + " and the query has " + Words.count(wanted, "source") + why,
                        "AssertionError: There are [" + lines
                                + "] sources in the checkpoint offsets and now there are ["
                                + wanted
                                + "] sources requested by the query. A frame that a plan uses several times is as"
                                + " many sources",
                        agrees
                                ? "Make the plan read as many sources as before, in the same order, or begin a new checkpoint"
                                        + " whose sources start where the line says; deleting offset files makes batches come again"
                                : "Restore the offset file from a backup"),
                survey.offsets().at(newest)));
    }
}
