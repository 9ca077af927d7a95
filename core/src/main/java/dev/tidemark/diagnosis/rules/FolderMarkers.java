package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** Names that tools of object stores make to stand for directories. */
final class FolderMarkers extends CaseRule {
    FolderMarkers() {
        super("CPY-004");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.copy().markers().isEmpty()
                ? List.of()
                : List.of(finding(
                        Severity.INFO,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                "Markers for directories lie here, such as "
                                        + file.copy().markers().get(0),
                                "Tools of object stores make them; Spark passes over them",
                                "Nothing"),
                        Location.of(file.copy().markers().get(0))));
    }
}
