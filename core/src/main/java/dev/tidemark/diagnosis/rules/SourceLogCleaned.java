package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;

/** The log of a source's table no longer has what the stream needs. Authority: Delta 4.2 DeltaSource.getFileChanges, getSnapshotAt. */
final class SourceLogCleaned extends DeltaSourceRule {
    SourceLogCleaned() {
        super("SRC-011");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        SourceTable table = reading.table();
        if (!reading.isSameTable() || table.commits().isEmpty()) {
            return Optional.empty();
        }
        long earliest = table.firstCommit().orElseThrow();
        if (reading.start().isInitialSnapshot()) {
            long version = reading.start().reservoirVersion();
            return table.isReconstructible(version)
                    ? Optional.empty()
                    : Optional.of(inSnapshot(reading, version, earliest));
        }
        long needed = reading.firstCommit();
        return needed >= earliest ? Optional.empty() : Optional.of(whileTailing(reading, needed, earliest));
    }

    private Finding inSnapshot(Reading reading, long version, long earliest) {
        return finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The stream is inside its initial snapshot of version " + version + " (" + reading.name()
                                + "), and that version cannot be rebuilt: the log begins at " + earliest + ", "
                                + Words.count(Math.max(0, earliest - version), "version") + " later",
                        "DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE; failOnDataLoss=false does not help, because a"
                                + " snapshot cannot be read in part",
                        "Begin a new checkpoint, which takes a new snapshot; the sink then gets again what it has of the old"
                                + " one. Keep the log longer: delta.logRetentionDuration"),
                reading.at(),
                Location.of(reading.table().location() + "/_delta_log"));
    }

    private Finding whileTailing(Reading reading, long needed, long earliest) {
        return finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The stream needs version " + needed + " (" + reading.name() + ") and the log begins at "
                                + earliest + ": " + Words.count(earliest - needed, "version") + " cannot be read",
                        "DELTA_MISSING_FILES_UNEXPECTED_VERSION, expected " + needed + ", earliest " + earliest
                                + ". With failOnDataLoss=false the stream goes on at " + earliest
                                + " and what was written between is lost to it",
                        "Begin a new checkpoint, which takes a new snapshot, or set failOnDataLoss=false and fill the hole"
                                + " by a batch query over versions " + needed + " to " + (earliest - 1)
                                + " if they are in a backup"),
                reading.at(),
                Location.of(reading.table().location() + "/_delta_log"));
    }
}
