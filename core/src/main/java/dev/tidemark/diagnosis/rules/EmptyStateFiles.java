package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;

/** State files without a byte, as object stores and broken copies leave them. */
final class EmptyStateFiles extends CaseRule {
    EmptyStateFiles() {
        super("CPY-002");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<String> empty = file.state().map(StateExhibit::files).orElse(List.of()).stream()
                .flatMap(files -> files.zeroBytes().stream())
                .toList();
        return empty.isEmpty()
                ? List.of()
                : List.of(finding(
                        Severity.WARNING,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                Words.count(empty.size(), "state file") + " without a byte, such as " + empty.get(0),
                                "Spark never writes an empty state file: a copy was cut short, or the storage made a name and"
                                        + " lost the bytes. A version that needs one does not load",
                                "Copy the files again from the origin; see STA-001 for what the newest batch needs"),
                        Location.of(empty.get(0))));
    }
}
