package dev.tidemark.delta.log;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The files that make up one version for one reader.
 *
 * @param checkpoint where replay starts; null when it starts at version 0
 * @param hint what {@code _last_checkpoint} says about exactly this checkpoint; null when it says nothing or was not
 *     asked
 * @param deltas commits and compactions behind the checkpoint, oldest first
 * @param checksum the newest version checksum that the reader saw; null when there is none
 * @param lastCommit the commit whose modification time is the version's
 */
public record LogSegment(
        long version,
        @Nullable CheckpointFiles checkpoint,
        @Nullable LastCheckpoint hint,
        List<LogFile> deltas,
        @Nullable LogFile checksum,
        LogFile lastCommit) {
    public LogSegment {
        deltas = List.copyOf(deltas);
    }

    /** The version of the checkpoint, -1 without one. */
    public long checkpointVersion() {
        return checkpoint == null ? -1 : checkpoint.version();
    }

    /** The checksum when it is of this very version. */
    public Optional<LogFile> checksumOfVersion() {
        return Optional.ofNullable(checksum)
                .filter(file -> file.name().versionIfAny().equals(Optional.of(version)));
    }

    /** The version that the actions of a delta file are sorted under: the last one of a compaction. */
    public static long versionOf(LogFile delta) {
        return delta.name() instanceof LogFileName.Compaction compaction
                ? compaction.endVersion()
                : ((LogFileName.Versioned) delta.name()).version();
    }
}
