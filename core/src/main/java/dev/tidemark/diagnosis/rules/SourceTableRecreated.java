package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;

/** The table at the source's place is not the one that the offset was taken from. Authority: Delta 4.2 DeltaSourceOffset. */
final class SourceTableRecreated extends DeltaSourceRule {
    SourceTableRecreated() {
        super("SRC-012");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        SourceTable table = reading.table();
        Optional<String> id = table.tableId();
        if (id.isEmpty() || reading.isSameTable()) {
            return Optional.empty();
        }
        long position = reading.start().reservoirVersion();
        String log = table.firstCommit().isPresent()
                ? "its log goes from " + table.firstCommit().getAsLong() + " to " + table.headVersion()
                : "its log ends at " + table.headVersion();
        String created = table.head()
                .flatMap(metadata -> Optional.ofNullable(metadata.createdTimeMs()))
                .map(ms -> ", created " + Words.instant(ms))
                .orElse("");
        return Optional.of(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The table of " + reading.name() + " is another one: its id is " + id.get()
                                + " and the offset is of table "
                                + reading.start().reservoirId() + "; " + log + created,
                        "DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE: the old position, version " + position
                                + ", means nothing in the new table",
                        "Begin a new checkpoint for this stream alone and keep the target. Choose startingVersion by what the"
                                + " target has already; if the path is wrong, point the source at the old table"),
                reading.at(),
                Location.of(table.location() + "/_delta_log")));
    }
}
