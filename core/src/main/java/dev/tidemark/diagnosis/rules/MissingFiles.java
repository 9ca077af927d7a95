package dev.tidemark.diagnosis.rules;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.tidemark.diagnosis.exhibit.SourceTable;

/** The data files that a stream will look for in vain. */
final class MissingFiles {
    private MissingFiles() {}

    /** Those that its options do not make it pass over, by version. */
    static List<SourceTable.MissingFile> of(DeltaSourceRule.Reading reading) {
        if (!reading.isSameTable()) {
            return List.of();
        }
        Set<Long> skipped = new HashSet<>();
        if (reading.source().isSet("skipChangeCommits")) {
            reading.table().ahead().stream()
                    .filter(commit -> commit.removes() > 0)
                    .forEach(commit -> skipped.add(commit.version()));
        }
        return reading.table().missing().found().orElse(List.of()).stream()
                .filter(file -> !skipped.contains(file.version()))
                .sorted(Comparator.comparingLong(SourceTable.MissingFile::version))
                .toList();
    }
}
