package dev.tidemark.delta.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.CalendarInterval;
import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.LastCheckpoint;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.TableState;

/**
 * What the next log cleanup and the next VACUUM would take away at a given time.
 *
 * <p>Authority: Delta 4.2: {@code MetadataCleanup}, {@code BufferingLogDeletionIterator}, {@code VacuumCommand}.
 *
 * @param logCutoffMs files of the log modified at or before this are old enough to go: midnight UTC
 * @param doomedLogFiles what a cleanup would delete, in order
 * @param firstVersionLeft the first commit that stays; -1 when none does
 * @param vacuumCutoffMs files removed from the table before this are no longer protected
 * @param doomedTombstones removed files that VACUUM would delete, if they still exist
 * @param safeTombstones removed files that are still protected
 */
public record RetentionForecast(
        long logCutoffMs,
        List<LogFile> doomedLogFiles,
        long firstVersionLeft,
        long vacuumCutoffMs,
        List<Remove> doomedTombstones,
        List<Remove> safeTombstones) {
    private static final long DAY = 86_400_000L;
    private static final long LOG_RETENTION_MS = 30 * DAY;
    private static final long FILE_RETENTION_MS = 7 * DAY;

    public RetentionForecast {
        doomedLogFiles = List.copyOf(doomedLogFiles);
        doomedTombstones = List.copyOf(doomedTombstones);
        safeTombstones = List.copyOf(safeTombstones);
    }

    /** The forecast for a table in a state. */
    public static RetentionForecast of(
            LogListing listing, Optional<LastCheckpoint> hint, TableState state, DeltaBehaviour behaviour, long nowMs) {
        Metadata metadata = state.metadata();
        long logRetention = metadata == null
                ? LOG_RETENTION_MS
                : CalendarInterval.millisOf(metadata, "delta.logRetentionDuration", LOG_RETENTION_MS);
        long fileRetention = metadata == null
                ? FILE_RETENTION_MS
                : CalendarInterval.millisOf(metadata, "delta.deletedFileRetentionDuration", FILE_RETENTION_MS);
        boolean cleans = metadata == null
                || metadata.property("delta.enableExpiredLogCleanup")
                        .map(Boolean::parseBoolean)
                        .orElse(true);
        long logCutoff = Math.floorDiv(nowMs - logRetention, DAY) * DAY;
        List<LogFile> doomed = cleans ? doomedLogFiles(listing, hint, behaviour, logCutoff) : List.of();
        long firstLeft = listing.ofKind(LogFileName.Commit.class).stream()
                .filter(file -> !doomed.contains(file))
                .map(file -> ((LogFileName.Commit) file.name()).version())
                .findFirst()
                .orElse(-1L);
        long vacuumCutoff = nowMs - fileRetention;
        List<Remove> tombstones = state.tombstonesByPath();
        List<Remove> unprotected = tombstones.stream()
                .filter(remove -> remove.deletedAtMs() < vacuumCutoff)
                .toList();
        List<Remove> safe = tombstones.stream()
                .filter(remove -> remove.deletedAtMs() >= vacuumCutoff)
                .toList();
        return new RetentionForecast(logCutoff, doomed, firstLeft, vacuumCutoff, unprotected, safe);
    }

    /** Commits, checkpoints and checksums that are old enough and below the last checkpoint. */
    private static List<LogFile> doomedLogFiles(
            LogListing listing, Optional<LastCheckpoint> hint, DeltaBehaviour behaviour, long cutoffMs) {
        if (hint.isEmpty()) {
            return List.of();
        }
        long last = hint.get().version() - 1;
        List<LogFile> old = new ArrayList<>();
        for (LogFile file : listing.files()) {
            boolean isCandidate = file.name() instanceof LogFileName.Commit
                    || file.name() instanceof LogFileName.Checkpoint
                    || file.name() instanceof LogFileName.Checksum;
            if (!isCandidate) {
                continue;
            }
            if (file.name().versionIfAny().orElseThrow() > last || file.entry().modifiedAtMs() > cutoffMs) {
                break;
            }
            old.add(file);
        }
        if (!behaviour.cleansUpToCheckpoints()) {
            return old;
        }
        // What was gathered goes only once a later complete checkpoint is reached, so a checkpoint comes first.
        long boundary = CheckpointFiles.complete(listing.files().stream()
                        .filter(file -> file.name() instanceof LogFileName.Checkpoint && !file.isEmpty())
                        .toList())
                .stream()
                .mapToLong(CheckpointFiles::version)
                .filter(version -> version <= last + 1 && version <= highest(old) + 1)
                .max()
                .orElse(-1);
        return old.stream()
                .filter(file -> file.name().versionIfAny().orElseThrow() < boundary)
                .toList();
    }

    private static long highest(List<LogFile> files) {
        return files.stream()
                .mapToLong(file -> file.name().versionIfAny().orElseThrow())
                .max()
                .orElse(-2);
    }
}
