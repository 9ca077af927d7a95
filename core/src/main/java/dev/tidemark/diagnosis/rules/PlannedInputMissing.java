package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.InputFiles;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.evidence.Location;

/** A batch that runs again reads files that are gone, and the file source then reads nothing in their place. */
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
        return Optional.of(finding(
                Severity.ERROR,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        missing.size() + " of "
                                + Words.count(input.get().planned().size(), "input file")
                                + " of the batch that runs again (source " + source.sourceId() + ") are gone, such as "
                                + missing.get(0),
                        "The file source takes a missing file for an empty one: the batch succeeds and the rows are lost",
                        "Put the files back before the query is started"),
                Location.of("sources/" + source.sourceId()),
                Location.of(missing.get(0))));
    }
}
