package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;

/** Data files that the stream has still to read are not there, although the table never removed them. */
final class UnreadFilesLost extends DeltaSourceRule {
    UnreadFilesLost() {
        super("SRC-019");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        List<SourceTable.MissingFile> lost = MissingFiles.of(reading).stream()
                .filter(file -> file.removedIn() < 0)
                .toList();
        if (lost.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        Words.count(lost.size(), "data file") + " that " + reading.name()
                                + " has still to read " + (lost.size() == 1 ? "is" : "are")
                                + " not there, the first of version "
                                + lost.get(0).version() + ", and no commit removes them",
                        "The stream fails with a FileNotFoundException, and so does every other reader of the table",
                        "Restore the files from a backup; they were not deleted by VACUUM"),
                reading.at(),
                Location.of(reading.table().location() + "/" + lost.get(0).path())));
    }
}
