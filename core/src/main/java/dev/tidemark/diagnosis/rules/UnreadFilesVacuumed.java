package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;

/** Data files that the stream has still to read were removed from the table and then deleted. */
final class UnreadFilesVacuumed extends DeltaSourceRule {
    UnreadFilesVacuumed() {
        super("SRC-018");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        List<SourceTable.MissingFile> gone = MissingFiles.of(reading).stream()
                .filter(file -> file.removedIn() >= 0)
                .toList();
        if (gone.isEmpty()) {
            return Optional.empty();
        }
        long first = gone.get(0).version();
        long last =
                gone.stream().mapToLong(SourceTable.MissingFile::version).max().orElseThrow();
        String removed = new BatchRange(
                        gone.stream()
                                .mapToLong(SourceTable.MissingFile::removedIn)
                                .min()
                                .orElseThrow(),
                        gone.stream()
                                .mapToLong(SourceTable.MissingFile::removedIn)
                                .max()
                                .orElseThrow())
                .toString();
        return Optional.of(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Versions " + new BatchRange(first, last) + ", which " + reading.name()
                                + " has still to read, name "
                                + Words.count(gone.size(), "data file") + " that were removed in " + removed
                                + " and are not there any more",
                        "The stream fails with a FileNotFoundException when it comes to version " + first
                                + ": VACUUM ran ahead of it. ignoreMissingFiles drops the rows without a word",
                        "Begin a new checkpoint: a new snapshot, or startingVersion=" + (last + 1)
                                + ", the first from which every file is there, which leaves a hole. Then raise"
                                + " delta.deletedFileRetentionDuration above the longest time the stream lags"),
                reading.at(),
                Location.of(reading.table().location() + "/" + gone.get(0).path())));
    }
}
