package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;

/** A crashed batch of a checkpoint of format 2, all of whose state ids lead to files. */
final class CrashOfFormatTwo extends CaseRule {
    CrashOfFormatTwo() {
        super("OK-002");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        RestartPoint point = file.checkpoint().restartPoint();
        long committed = point.batchId() - 1;
        boolean hasIds = file.checkpoint()
                .commits()
                .value(committed)
                .map(CommitEntry::stateUniqueIds)
                .filter(ids -> !ids.isEmpty())
                .isPresent();
        boolean loads = file.state()
                .map(StateExhibit::loads)
                .filter(survey ->
                        !survey.batches().isEmpty() && survey.batches().get(0).loadsEverywhere())
                .isPresent();
        if (point.kind() != RestartPoint.Kind.RERUN || !hasIds || !loads) {
            return List.of();
        }
        return List.of(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "What a crash leaves: batch " + point.batchId() + " runs again, and the ids in commits/"
                                + committed + " lead to files of every partition",
                        "If tasks of the restart get no state id to load, that is an error of the reader in previews of Spark"
                                + " 4.0, mended in 4.0.0; the files are healthy",
                        "Use a newer Spark. Do not delete offsets/" + point.batchId() + " to make counts equal"),
                file.checkpoint().commits().at(committed),
                file.checkpoint().offsets().at(point.batchId())));
    }
}
