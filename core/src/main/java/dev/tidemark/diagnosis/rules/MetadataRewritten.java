package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.action.Metadata;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;

/** Commits ahead of a stream with a schema log repeat the metadata without changing a column, as identity columns do. */
final class MetadataRewritten extends DeltaSourceRule {
    private static final int MANY = 2;

    MetadataRewritten() {
        super("SRC-015");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        boolean tracks = reading.source().option("schemaTrackingLocation").isPresent()
                || reading.source().option("schemaLocation").isPresent()
                || reading.file().checkpoint().rootOthers().some().stream()
                        .anyMatch(name -> name.startsWith("_schema_log_"));
        Optional<Metadata> before = reading.table().atStart();
        if (!reading.isSameTable() || !tracks || before.isEmpty()) {
            return Optional.empty();
        }
        TableColumns columns = TableColumns.of(before.get());
        List<SourceTable.Commit> repeats = reading.table().ahead().stream()
                .filter(commit -> commit.newMetadata()
                        .map(TableColumns::of)
                        .filter(columns::equals)
                        .isPresent())
                .toList();
        if (repeats.size() < MANY) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        Words.count(repeats.size(), "commit") + " ahead of " + reading.name()
                                + " write the table's metadata again without changing a column, the first at version "
                                + repeats.get(0).version(),
                        "A stream with a schema log takes each for a schema change and stops again and again; the high-water"
                                + " mark of an identity column is kept there",
                        "Use a Delta in which the source passes over such changes (4.0 and later), or read past them"
                                + " without a schema log"),
                reading.at(),
                repeats.get(0).at()));
    }
}
