package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.InputFiles;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.sink.BatchSink;

/**
 * A batch that runs again reads files that are gone, and the file source then reads nothing in their place; unless the sink has
 * the batch, and nothing is read.
 */
final class PlannedInputMissing extends SourceRule {
    PlannedInputMissing() {
        super("SRC-020");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<InputFiles> input = source.input().found();
        if (input.isEmpty() || input.get().missing().isEmpty()) {
            return Optional.empty();
        }
        List<String> missing = input.get().missing();
        Location log = Location.of("sources/" + source.sourceId());
        Location first = Location.of(missing.get(0));
        Skip skip = skip(file);
        String summary = summary(source, input.get(), skip);
        if (skip == Skip.NONE) {
            return Optional.of(finding(
                    Severity.ERROR,
                    Confidence.CERTAIN,
                    new Finding.Explanation(
                            summary,
                            "The file source takes a missing file for an empty one: the batch succeeds and the rows are lost",
                            "Put the files back before the query is started"),
                    log,
                    first));
        }
        long batchId = file.checkpoint().restartPoint().batchId();
        return Optional.of(finding(
                skip == Skip.CERTAIN ? Severity.INFO : Severity.WARNING,
                skip == Skip.CERTAIN ? Confidence.CERTAIN : Confidence.LIKELY,
                new Finding.Explanation(
                        summary,
                        "The sink has batch " + batchId + " already and skips it, so nothing reads the files. They are"
                                + " missed only by a query that goes back before that batch or writes elsewhere",
                        "Nothing, while the query goes on with this sink"),
                log,
                first));
    }

    /** Whether the sink has the batch that runs again. */
    private enum Skip {
        NONE,
        LIKELY,
        CERTAIN
    }

    private static Skip skip(CaseFile file) {
        RestartPoint point = file.checkpoint().restartPoint();
        Optional<SinkPosition.Reached> reached = SinkPosition.of(file)
                .filter(sink -> sink.batchId() >= point.batchId())
                .filter(sink -> SinkRestored.undone(file).isEmpty());
        boolean isPredicted = file.restart().found().stream()
                .flatMap(outlook -> outlook.prediction().batches().stream())
                .anyMatch(batch -> batch.batchId() == point.batchId() && batch.sink() == BatchSink.Outcome.SKIPPED);
        if (point.kind() != RestartPoint.Kind.RERUN || (reached.isEmpty() && !isPredicted)) {
            return Skip.NONE;
        }
        return isPredicted || reached.get().isCertain() ? Skip.CERTAIN : Skip.LIKELY;
    }

    private static String summary(SourceExhibit source, InputFiles input, Skip skip) {
        int gone = input.missing().size();
        int planned = input.planned().size();
        return (planned == 1 ? "The input file" : gone + " of " + Words.count(planned, "input file"))
                + " of the batch that runs again (source " + source.sourceId() + ") "
                + (gone == 1 ? "is gone" : "are gone")
                + (skip == Skip.NONE ? "" : ", and the sink skips that batch")
                + (gone == 1 ? ": " : ", such as ") + input.missing().get(0);
    }
}
