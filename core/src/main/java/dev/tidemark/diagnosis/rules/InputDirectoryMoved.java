package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.InputFiles;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.evidence.Location;

/** The file source's own log names files outside the directory that the query reads. */
final class InputDirectoryMoved extends SourceRule {
    InputDirectoryMoved() {
        super("SRC-021");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<InputFiles> input = source.input().found();
        if (source.described().isEmpty()
                || input.isEmpty()
                || input.get().elsewhere().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "Source " + source.sourceId() + " reads " + input.get().path()
                                + ", and its log names files elsewhere, such as "
                                + input.get().elsewhere(),
                        "The source knows files by their path: whatever lies in the new directory is new to it and is read"
                                + " again, and a batch that runs again looks for the old paths",
                        "Point the source at the directory that its log names, or begin a new checkpoint"),
                Location.of("sources/" + source.sourceId()),
                Location.of(input.get().elsewhere())));
    }
}
