package dev.tidemark.delta.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.error.KernelErrors;
import org.jspecify.annotations.Nullable;

/**
 * How Delta Kernel picks files.
 *
 * <p>Authority: Kernel 4.2: {@code SnapshotManager.getLogSegmentForVersion}, {@code LogSegment} and its
 * {@code LogCompactionResolver}, {@code Checkpointer.findLastCompleteCheckpointBefore}.
 */
public final class KernelSegmentPlanner implements SegmentPlanner {
    private static final long SEARCH_WINDOW = 1000;

    private final LogListing listing;
    private final String table;

    /**
     * A planner over what was listed.
     *
     * @param table the table as messages print it
     */
    public KernelSegmentPlanner(LogListing listing, String table) {
        this.listing = listing;
        this.table = table;
    }

    @Override
    public Optional<LogSegment> latest(Optional<LastCheckpoint> hint) {
        return Optional.of(segment(OptionalLong.empty(), hint.map(LastCheckpoint::version)));
    }

    @Override
    public LogSegment at(long version) {
        return segment(OptionalLong.of(version), lastCompleteBefore(version + 1).map(CheckpointFiles::version));
    }

    private Optional<CheckpointFiles> lastCompleteBefore(long version) {
        for (long last = version; last >= 0; last -= SEARCH_WINDOW) {
            List<LogFile> found = new ArrayList<>();
            for (LogFile file : listing.from(Math.max(0, last - SEARCH_WINDOW))) {
                long fileVersion = isCommitName(file.name()) || file.name() instanceof LogFileName.Checkpoint
                        ? file.name().versionIfAny().orElseThrow()
                        : last;
                if ((last != 0 && fileVersion > last) || fileVersion >= version) {
                    break;
                }
                if (file.name() instanceof LogFileName.Checkpoint && !file.isEmpty()) {
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

    private static boolean isCommitName(LogFileName name) {
        return name instanceof LogFileName.Commit || name instanceof LogFileName.UuidCommit;
    }

    private List<LogFile> list(long start, OptionalLong versionToLoad) {
        if (!listing.exists()) {
            throw KernelErrors.tableNotFound(table, "");
        }
        List<LogFile> found = new ArrayList<>();
        boolean hasCommitOrCheckpoint = false;
        for (LogFile file : listing.from(start)) {
            if (file.name() instanceof LogFileName.TooLarge) {
                throw KernelErrors.versionTooLarge(file.name().value());
            }
            boolean isListed = file.name() instanceof LogFileName.Versioned
                    && !(file.name() instanceof LogFileName.Checkpoint && file.isEmpty());
            boolean endsTooLate = file.name() instanceof LogFileName.Compaction compaction
                    && versionToLoad.isPresent()
                    && compaction.endVersion() > versionToLoad.getAsLong();
            if (!isListed || endsTooLate) {
                continue;
            }
            long version = file.name().versionIfAny().orElseThrow();
            if (version < start) {
                throw KernelErrors.runtime("Listing files in " + table + "/_delta_log with startVersion " + start
                        + " yet found file " + table + "/" + file.path() + ".");
            }
            if (versionToLoad.isPresent() && version > versionToLoad.getAsLong()) {
                if (!hasCommitOrCheckpoint) {
                    throw KernelErrors.versionBeforeFirst(table, versionToLoad.getAsLong(), version);
                }
                break;
            }
            hasCommitOrCheckpoint |= !(file.name() instanceof LogFileName.Checksum);
            found.add(file);
        }
        return found;
    }

    private LogSegment segment(OptionalLong versionToLoad, Optional<Long> start) {
        List<LogFile> listed = list(start.orElse(0L), versionToLoad);
        if (listed.isEmpty()) {
            throw start.isPresent()
                    ? KernelErrors.missingCheckpoint(table, start.get())
                    : KernelErrors.tableNotFound(
                            table, "No delta files found in the directory: " + table + "/_delta_log");
        }
        for (LogFile file : listed) {
            if (file.name() instanceof LogFileName.UuidCommit) {
                throw KernelErrors.illegalArgument("Unknown delta file type: " + table + "/" + file.path());
            }
        }
        Optional<CheckpointFiles> checkpoint = CheckpointFiles.strongest(ofKind(listed, LogFileName.Checkpoint.class));
        if (checkpoint.isEmpty() && start.isPresent()) {
            throw KernelErrors.missingCheckpoint(table, start.get());
        }
        long from = checkpoint.map(CheckpointFiles::version).orElse(-1L);
        List<LogFile> commits = ofKind(listed, LogFileName.Commit.class);
        List<LogFile> after = commits.stream()
                .filter(file -> LogSegment.versionOf(file) > from)
                .toList();
        long version = after.isEmpty() ? from : LogSegment.versionOf(last(after));
        if (checkpoint.isEmpty() && after.isEmpty()) {
            throw KernelErrors.invalidTable(table, "No complete checkpoint found and no delta files found");
        }
        LogFile commitAtCheckpoint = commits.stream()
                .filter(file -> LogSegment.versionOf(file) == from)
                .findFirst()
                .orElse(null);
        if (checkpoint.isPresent() && commitAtCheckpoint == null) {
            throw KernelErrors.invalidTable(table, "Missing delta file for version " + from);
        }
        if (versionToLoad.isPresent() && version < versionToLoad.getAsLong()) {
            throw KernelErrors.versionAfterLatest(table, versionToLoad.getAsLong(), version);
        }
        requireContiguous(after, from);
        checkpoint.ifPresent(this::requireCanonicalNames);
        List<LogFile> compactions = ofKind(listed, LogFileName.Compaction.class).stream()
                .filter(file -> file.name().versionIfAny().orElseThrow() >= from + 1)
                .toList();
        LogFile checksum = checksum(listed, from, version);
        requireCompactionsInside(compactions, from, version, !after.isEmpty());
        LogFile lastCommit = after.isEmpty() ? java.util.Objects.requireNonNull(commitAtCheckpoint) : last(after);
        return new LogSegment(
                version, checkpoint.orElse(null), null, resolved(after, compactions), checksum, lastCommit);
    }

    private static @Nullable LogFile checksum(List<LogFile> listed, long checkpointVersion, long version) {
        List<LogFile> checksums = ofKind(listed, LogFileName.Checksum.class);
        if (checksums.isEmpty()) {
            return null;
        }
        LogFile newest = last(checksums);
        long of = newest.name().versionIfAny().orElseThrow();
        if (of > version) {
            throw KernelErrors.illegalArgument("checksum version (" + of
                    + ") should be less than or equal to LogSegment version (" + version + ")");
        }
        return of >= checkpointVersion ? newest : null;
    }

    private void requireContiguous(List<LogFile> commits, long checkpointVersion) {
        if (commits.isEmpty()) {
            return;
        }
        List<Long> versions = commits.stream().map(LogSegment::versionOf).toList();
        for (int i = 1; i < versions.size(); i++) {
            if (versions.get(i) != versions.get(i - 1) + 1) {
                throw KernelErrors.versionsNotContiguous(table, versions);
            }
        }
        if (versions.get(0) != checkpointVersion + 1) {
            throw KernelErrors.invalidTable(
                    table, "Cannot compute snapshot. Missing delta file version " + (checkpointVersion + 1) + ".");
        }
    }

    private void requireCanonicalNames(CheckpointFiles checkpoint) {
        if (!checkpoint.hasCanonicalNames()) {
            throw KernelErrors.illegalState(
                    "Seems like the checkpoint is corrupted. Failed in getting the file information for:\n" + table
                            + "/_delta_log/" + LogFileName.padded(checkpoint.version()) + ".checkpoint");
        }
    }

    private static void requireCompactionsInside(
            List<LogFile> compactions, long checkpointVersion, long version, boolean hasCommits) {
        for (LogFile file : compactions) {
            LogFileName.Compaction compaction = (LogFileName.Compaction) file.name();
            if (compaction.version() >= compaction.endVersion()) {
                throw KernelErrors.illegalArgument(
                        "compactions must have start version less than end version: " + compaction.value());
            }
            if (hasCommits && (compaction.version() <= checkpointVersion || compaction.endVersion() > version)) {
                throw KernelErrors.illegalArgument("compactions must have startVersion > checkpointVersion ("
                        + checkpointVersion + ") AND endVersion <= version (" + version + "): " + compaction.value());
            }
        }
    }

    /** The commits, with those that a compaction covers replaced by it; worked out backward, so the widest wins. */
    private static List<LogFile> resolved(List<LogFile> commits, List<LogFile> compactions) {
        if (compactions.isEmpty()) {
            return commits;
        }
        List<LogFileName.Compaction> backward = compactions.stream()
                .map(file -> (LogFileName.Compaction) file.name())
                .sorted(Comparator.comparingLong(LogFileName.Compaction::endVersion)
                        .reversed())
                .toList();
        List<LogFile> chosen = new ArrayList<>();
        int at = 0;
        for (int i = commits.size() - 1; i >= 0; i--) {
            long version = LogSegment.versionOf(commits.get(i));
            LogFileName.Compaction current = at < backward.size() ? backward.get(at) : null;
            if (current != null && version == current.version()) {
                chosen.add(0, fileOf(compactions, current));
                at++;
                while (at < backward.size() && backward.get(at).endVersion() >= current.version()) {
                    at++;
                }
            } else if (current == null || version > current.endVersion()) {
                chosen.add(0, commits.get(i));
            }
        }
        return chosen;
    }

    private static LogFile fileOf(List<LogFile> files, LogFileName name) {
        return files.stream().filter(file -> file.name() == name).findFirst().orElseThrow();
    }

    private static List<LogFile> ofKind(List<LogFile> files, Class<? extends LogFileName> kind) {
        return files.stream().filter(file -> kind.isInstance(file.name())).toList();
    }

    private static <T> T last(List<T> items) {
        return items.get(items.size() - 1);
    }
}
