package dev.tidemark.diagnosis.rules;

import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;

/**
 * The log of a source's table no longer has what the stream needs. A restart asks the source for the last committed batch
 * once more, so that a snapshot which that batch still read is needed too. Authority: Delta 4.2 DeltaSource.getFileChanges,
 * getSnapshotAt; Spark 4.2 MicroBatchExecution.populateStartOffsets.
 */
final class SourceLogCleaned extends DeltaSourceRule {
    private static final String SNAPSHOT_GONE = "DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE";
    private static final String COMMITS_GONE = "DELTA_MISSING_FILES_UNEXPECTED_VERSION";

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
        if (needed >= earliest) {
            return Optional.empty();
        }
        OptionalLong snapshot = snapshotOfLastBatch(reading);
        boolean readsGone = snapshot.isPresent() && !table.isReconstructible(snapshot.getAsLong());
        if (readsGone || predicts(reading, SNAPSHOT_GONE)) {
            return Optional.of(askedOnceMore(reading, needed, earliest));
        }
        boolean passesOver = reading.source()
                        .option("failOnDataLoss")
                        .filter(value -> value.strip().equalsIgnoreCase("false"))
                        .isPresent()
                && !predicts(reading, COMMITS_GONE);
        return Optional.of(
                passesOver ? passedOver(reading, needed, earliest) : whileTailing(reading, needed, earliest));
    }

    /** The version of the initial snapshot in which the last committed batch began, if it began in one. */
    private static OptionalLong snapshotOfLastBatch(Reading reading) {
        Optional<SourceExhibit.Position> last = reading.source().start();
        if (last.isEmpty() || reading.source().end().isPresent()) {
            return OptionalLong.empty();
        }
        return reading.file()
                .checkpoint()
                .offsets()
                .value(last.get().batchId() - 1)
                .flatMap(entry -> entry.source(reading.source().sourceId()))
                .filter(line -> !line.isVoid())
                .flatMap(
                        line -> SourceOffsetParser.parse(line.at(), line.text()).value())
                .filter(SourceOffset.Delta.class::isInstance)
                .map(SourceOffset.Delta.class::cast)
                .filter(SourceOffset.Delta::isInitialSnapshot)
                .map(begin -> OptionalLong.of(begin.reservoirVersion()))
                .orElseGet(OptionalLong::empty);
    }

    /** Whether the restart is known to stop with that condition, and this is the one source that can be meant. */
    private static boolean predicts(Reading reading, String condition) {
        return reading.file().sources().size() == 1
                && reading.file()
                        .restart()
                        .found()
                        .map(outlook -> outlook.prediction().failure())
                        .filter(failure ->
                                condition.equals(failure.error().telling().condition()))
                        .isPresent();
    }

    private Finding askedOnceMore(Reading reading, long needed, long earliest) {
        return finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        summary(reading, needed, earliest),
                        SNAPSHOT_GONE
                                + ": a restart first asks for the last committed batch once more, and the snapshot in"
                                + " which that began cannot be rebuilt. failOnDataLoss=false does not help",
                        "Restore that version's log files and versions " + needed + " to " + (earliest - 1)
                                + ", or begin a new checkpoint, which takes a new snapshot; the sink then gets again what it"
                                + " has of the old one"),
                reading.at(),
                Location.of(reading.table().location() + "/_delta_log"));
    }

    private Finding passedOver(Reading reading, long needed, long earliest) {
        return finding(
                Severity.ERROR,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        summary(reading, needed, earliest),
                        "With failOnDataLoss=false, as it is set, the stream goes on at " + earliest
                                + " without a word, and what was written between is lost to it",
                        "Fill the hole by a batch query over versions " + needed + " to " + (earliest - 1)
                                + " if they are in a backup"),
                reading.at(),
                Location.of(reading.table().location() + "/_delta_log"));
    }

    private static String summary(Reading reading, long needed, long earliest) {
        return "The stream needs version " + needed + " (" + reading.name() + ") and the log begins at " + earliest
                + ": " + Words.count(earliest - needed, "version") + " cannot be read";
    }

    private Finding inSnapshot(Reading reading, long version, long earliest) {
        return finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The stream is inside its initial snapshot of version " + version + " (" + reading.name()
                                + "), and that version cannot be rebuilt: the log begins at " + earliest + ", "
                                + Words.count(Math.max(0, earliest - version), "version") + " later",
                        SNAPSHOT_GONE + "; failOnDataLoss=false does not help, because a"
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
                        summary(reading, needed, earliest),
                        COMMITS_GONE + ", expected " + needed + ", earliest " + earliest
                                + ". With failOnDataLoss=false the stream goes on at " + earliest
                                + " and what was written between is lost to it",
                        "Begin a new checkpoint, which takes a new snapshot, or set failOnDataLoss=false and fill the hole"
                                + " by a batch query over versions " + needed + " to " + (earliest - 1)
                                + " if they are in a backup"),
                reading.at(),
                Location.of(reading.table().location() + "/_delta_log"));
    }
}
