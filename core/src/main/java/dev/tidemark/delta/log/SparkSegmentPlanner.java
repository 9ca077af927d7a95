package dev.tidemark.delta.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.delta.error.SparkErrors;
import org.jspecify.annotations.Nullable;

/**
 * How Spark picks files.
 *
 * <p>Authority: Delta 4.2: {@code SnapshotManagement.createLogSegment}, {@code getLogSegmentForVersion},
 * {@code getLogSegmentWithMaxExclusiveCheckpointVersion}, {@code useCompactedDeltasForLogSegment};
 * {@code Checkpoints.findLastCompleteCheckpointBefore}.
 */
public final class SparkSegmentPlanner implements SegmentPlanner {
    private static final long SEARCH_WINDOW = 1000;

    private final LogListing listing;
    private final String log;

    /**
     * A planner over what was listed.
     *
     * @param log the directory of the log as messages print it
     */
    public SparkSegmentPlanner(LogListing listing, String log) {
        this.listing = listing;
        this.log = log;
    }

    private record Seen(
            List<LogFile> checkpoints,
            List<LogFile> deltas,
            @Nullable LogFile checksum) {
        boolean isEmpty() {
            return checkpoints.isEmpty() && deltas.isEmpty();
        }

        List<LogFile> commits() {
            return deltas.stream()
                    .filter(file -> file.name() instanceof LogFileName.Commit)
                    .toList();
        }
    }

    @Override
    public Optional<LogSegment> latest(Optional<LastCheckpoint> hint) {
        return segment(OptionalLong.empty(), hint);
    }

    @Override
    public LogSegment at(long version) {
        Optional<LastCheckpoint> start = lastCompleteBefore(version).map(SparkSegmentPlanner::asHint);
        return segment(OptionalLong.of(version), start)
                .orElseThrow(() -> SparkErrors.logFileNotFound(
                        log,
                        Long.toString(version),
                        start.map(LastCheckpoint::version).orElse(-1L)));
    }

    /** The last complete checkpoint of the whole log, to which Spark turns when the hint is unreadable. */
    public Optional<LastCheckpoint> hintFromListing() {
        return CheckpointFiles.strongest(usableCheckpoints(listing.from(0))).map(SparkSegmentPlanner::asHint);
    }

    private static LastCheckpoint asHint(CheckpointFiles checkpoint) {
        return new LastCheckpoint(
                checkpoint.version(),
                -1,
                checkpoint.kind() == CheckpointFiles.Kind.MULTIPART
                        ? checkpoint.files().size()
                        : null,
                false,
                false,
                null,
                LastCheckpoint.Digest.ABSENT);
    }

    /** The strongest complete checkpoint below a version, sought in windows of a thousand versions. */
    private Optional<CheckpointFiles> lastCompleteBefore(long version) {
        if (version < 0) {
            return CheckpointFiles.strongest(usableCheckpoints(listing.from(0)));
        }
        for (long last = version; last >= 0; last -= SEARCH_WINDOW) {
            List<LogFile> found = new ArrayList<>();
            for (LogFile file : listing.from(Math.max(0, last - SEARCH_WINDOW))) {
                boolean counts =
                        file.name() instanceof LogFileName.Commit || file.name() instanceof LogFileName.Checkpoint;
                if (counts && file.name().versionIfAny().orElseThrow() > last) {
                    break;
                }
                if (file.name() instanceof LogFileName.Checkpoint checkpoint
                        && !file.isEmpty()
                        && checkpoint.version() < version) {
                    found.add(file);
                }
            }
            Optional<CheckpointFiles> strongest = CheckpointFiles.strongest(found);
            if (strongest.isPresent()) {
                return strongest;
            }
        }
        return Optional.empty();
    }

    private static List<LogFile> usableCheckpoints(List<LogFile> files) {
        return files.stream()
                .filter(file -> file.name() instanceof LogFileName.Checkpoint && !file.isEmpty())
                .toList();
    }

    private Seen list(long start, OptionalLong versionToLoad, boolean withCompactions) {
        List<LogFile> checkpoints = new ArrayList<>();
        List<LogFile> deltas = new ArrayList<>();
        LogFile checksum = null;
        long last = versionToLoad.orElse(Long.MAX_VALUE);
        for (LogFile file : listing.from(start)) {
            if (file.name() instanceof LogFileName.TooLarge) {
                throw SparkErrors.versionTooLarge(file.name().value());
            }
            if (file.name() instanceof LogFileName.Checksum crc) {
                checksum = crc.version() <= last ? file : checksum;
                continue;
            }
            boolean isCheckpoint = file.name() instanceof LogFileName.Checkpoint && !file.isEmpty();
            boolean isCompaction = withCompactions
                    && file.name() instanceof LogFileName.Compaction compaction
                    && compaction.endVersion() <= last;
            if (!isCheckpoint && !isCompaction && !(file.name() instanceof LogFileName.Commit)) {
                continue;
            }
            if (file.name().versionIfAny().orElseThrow() > last) {
                break;
            }
            (isCheckpoint ? checkpoints : deltas).add(file);
        }
        return new Seen(checkpoints, deltas, checksum);
    }

    private Optional<LogSegment> segment(OptionalLong versionToLoad, Optional<LastCheckpoint> hint) {
        long hinted = hint.map(LastCheckpoint::version).orElse(-1L);
        Seen seen = list(Math.max(0, hinted), versionToLoad, true);
        if (seen.isEmpty()) {
            // Listing again from the start, as if there were no hint, is how Spark heals a log that was made anew.
            return hinted < 0 ? Optional.empty() : segment(versionToLoad, Optional.empty());
        }
        List<LogFile> commits = seen.commits();
        Optional<CheckpointFiles> checkpoint = CheckpointFiles.strongest(seen.checkpoints());
        if (checkpoint.isEmpty() && hinted >= 0) {
            return Optional.of(alternative(versionToLoad, hinted, commits));
        }
        long from = checkpoint.map(CheckpointFiles::version).orElse(-1L);
        List<LogFile> after = commits.stream()
                .filter(file -> LogSegment.versionOf(file) > from)
                .toList();
        requireContiguous(after, from, versionToLoad);
        long version = after.isEmpty() ? checkpointOrNothing(checkpoint) : LogSegment.versionOf(last(after));
        checkpoint.ifPresent(SparkSegmentPlanner::requireCanonicalNames);
        if (commits.isEmpty()) {
            throw SparkErrors.noDeltaFiles(version);
        }
        if (versionToLoad.isPresent() && versionToLoad.getAsLong() != version) {
            throw SparkErrors.noSuchVersion(versionToLoad.getAsLong());
        }
        List<LogFile> deltas = withCompactions(seen.deltas(), after, version, from);
        requireContiguous(deltas, from, versionToLoad);
        return Optional.of(new LogSegment(
                version,
                checkpoint.orElse(null),
                checkpoint
                        .flatMap(chosen -> hint.filter(known -> isAbout(known, chosen)))
                        .orElse(null),
                deltas,
                seen.checksum(),
                last(commits)));
    }

    private static long checkpointOrNothing(Optional<CheckpointFiles> checkpoint) {
        // Scala's None.get: compactions alone were listed.
        return checkpoint.orElseThrow(SparkErrors::checkpointFileMisnamed).version();
    }

    /** Whether a hint is about a checkpoint (Delta: CheckpointInstance of either). */
    private static boolean isAbout(LastCheckpoint hint, CheckpointFiles checkpoint) {
        if (hint.version() != checkpoint.version()) {
            return false;
        }
        LastCheckpoint.V2 v2 = hint.v2();
        if (v2 != null) {
            return checkpoint.kind() == CheckpointFiles.Kind.V2
                    && checkpoint.first().name().value().equals(v2.path());
        }
        Integer parts = hint.parts();
        return parts == null
                ? checkpoint.kind() == CheckpointFiles.Kind.CLASSIC
                : checkpoint.kind() == CheckpointFiles.Kind.MULTIPART
                        && checkpoint.files().size() == parts;
    }

    private static void requireCanonicalNames(CheckpointFiles checkpoint) {
        if (checkpoint.hasCanonicalNames()) {
            return;
        }
        throw checkpoint.kind() == CheckpointFiles.Kind.MULTIPART
                ? SparkErrors.checkpointPartsMisnamed(checkpoint.version())
                : SparkErrors.checkpointFileMisnamed();
    }

    private LogSegment alternative(OptionalLong versionToLoad, long hinted, List<LogFile> commits) {
        if (versionToLoad.isEmpty() && commits.isEmpty()) {
            throw SparkErrors.lastOfNothing();
        }
        long version = versionToLoad.orElseGet(() -> LogSegment.versionOf(last(commits)));
        return withCheckpointBelow(version, hinted).orElseThrow(() -> SparkErrors.missingPartFiles(hinted));
    }

    /** The files of a version with a checkpoint older than one that is bad, or with none; empty when there is no way. */
    public Optional<LogSegment> withCheckpointBelow(long version, long exclusive) {
        long bound = Math.min(version + 1, exclusive);
        Optional<CheckpointFiles> previous = bound > 0 ? lastCompleteBefore(bound) : Optional.empty();
        long from = previous.map(CheckpointFiles::version).orElse(-1L);
        Seen seen = list(Math.max(0, from), OptionalLong.of(version), false);
        List<LogFile> commits = seen.commits();
        if (commits.isEmpty() && previous.isPresent()) {
            return Optional.empty();
        }
        previous.ifPresent(SparkSegmentPlanner::requireCanonicalNames);
        List<LogFile> after = commits.stream()
                .filter(file -> LogSegment.versionOf(file) > from)
                .toList();
        try {
            requireRange(versions(after), from + 1, OptionalLong.of(version));
        } catch (ReaderException unusable) {
            return Optional.empty();
        }
        // With an older checkpoint Spark keeps the commit of the checkpoint's own version in the segment too.
        return Optional.of(new LogSegment(
                version,
                previous.orElse(null),
                null,
                previous.isPresent() ? commits : after,
                seen.checksum(),
                last(commits)));
    }

    private static List<LogFile> withCompactions(
            List<LogFile> listed, List<LogFile> commits, long version, long checkpointVersion) {
        List<LogFile> chosen = new ArrayList<>();
        long covered = checkpointVersion;
        long count = 0;
        boolean hasCompaction = false;
        for (LogFile file : listed) {
            hasCompaction |= file.name() instanceof LogFileName.Compaction;
            long first = file.name().versionIfAny().orElseThrow();
            long last = LogSegment.versionOf(file);
            if (covered < first && last <= version) {
                chosen.add(file);
                count += Math.max(0, last - first + 1);
                covered = last;
            }
        }
        return hasCompaction && count == version - checkpointVersion ? chosen : commits;
    }

    private void requireContiguous(List<LogFile> deltas, long checkpointVersion, OptionalLong versionToLoad) {
        if (deltas.isEmpty()) {
            return;
        }
        long first = ((LogFileName.Versioned) deltas.get(0).name()).version();
        if (first != checkpointVersion + 1) {
            String missing = log + "/" + LogFileName.padded(checkpointVersion + 1) + ".json";
            throw SparkErrors.truncatedLog(missing, LogSegment.versionOf(last(deltas)));
        }
        requireRange(versions(deltas), checkpointVersion + 1, versionToLoad);
    }

    private static void requireRange(List<Long> versions, long first, OptionalLong last) {
        for (int i = 1; i < versions.size(); i++) {
            if (versions.get(i) != versions.get(i - 1) + 1) {
                throw SparkErrors.versionsNotContiguous(versions, last.orElse(-1));
            }
        }
        if (versions.isEmpty() || versions.get(0) != first) {
            throw SparkErrors.missingEdge("first", first);
        }
        if (last.isPresent() && versions.get(versions.size() - 1) != last.getAsLong()) {
            throw SparkErrors.missingEdge("last", last.getAsLong());
        }
    }

    private static List<Long> versions(List<LogFile> deltas) {
        List<Long> versions = new ArrayList<>();
        for (LogFile file : deltas) {
            long last = LogSegment.versionOf(file);
            for (long version = file.name().versionIfAny().orElseThrow(); version <= last; version++) {
                versions.add(version);
            }
        }
        return versions;
    }

    private static <T> T last(List<T> items) {
        return items.get(items.size() - 1);
    }
}
