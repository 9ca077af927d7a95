package dev.tidemark.delta.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.LastCheckpoint;
import dev.tidemark.delta.log.LastCheckpointParser;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.log.VersionChecksum;
import dev.tidemark.delta.log.VersionChecksumParser;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileTooLargeException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/**
 * Walks a log once, oldest commit first, and holds everything else against what the commits add up to. Where commits are
 * missing it starts again from the next checkpoint and says what could not be checked.
 */
public final class TableVerifier {
    private static final int MAX_SMALL_FILE_BYTES = 64 << 20;
    private static final StoragePath HINT = LogListing.DIRECTORY.child("_last_checkpoint");

    private final Storage table;
    private final VerifyScope scope;
    private final Findings findings = new Findings();
    private LiveState state = new LiveState();
    private @Nullable Long previousTimestampMs;
    private @Nullable CommitCheck lastCheck;

    private TableVerifier(Storage table, VerifyScope scope) {
        this.table = table;
        this.scope = scope;
    }

    /**
     * Verifies the table at the root of a storage.
     *
     * @throws FileNotFoundException when it has no log
     * @throws IOException when the storage fails
     */
    public static Verification verify(Storage table, VerifyScope scope) throws IOException {
        return new TableVerifier(table, scope).run();
    }

    private Verification run() throws IOException {
        LogListing listing = LogListing.of(table);
        if (!listing.exists()) {
            throw new FileNotFoundException(LogListing.DIRECTORY.value());
        }
        checkNames(listing);
        List<CheckpointFiles> checkpoints = checkpoints(listing);
        TreeMap<Long, LogFile> commits = commits(listing);
        TreeMap<Long, LogFile> checksums = new TreeMap<>();
        for (LogFile file : listing.ofKind(LogFileName.Checksum.class)) {
            checksums.put(((LogFileName.Checksum) file.name()).version(), file);
        }
        walk(commits, checkpoints, checksums, listing.ofKind(LogFileName.Compaction.class));
        checkHint(checkpoints);
        checkTimes(commits, checkpoints);
        checkVectors();
        List<Verification.Orphan> orphans = checkDataFiles();
        return findings.verification(orphans);
    }

    // ---- names

    private void checkNames(LogListing listing) {
        for (LogFile file : listing.files()) {
            String path = file.path().value();
            if (file.name() instanceof LogFileName.Foreign || file.name() instanceof LogFileName.UuidCommit) {
                findings.add(
                        VerifyRule.FOREIGN_FILE, path, file.name().value() + " is no file of a log", file.location());
            } else if (file.name() instanceof LogFileName.Special special
                    && special.kind() == LogFileName.Special.Kind.TEMPORARY) {
                findings.add(
                        VerifyRule.FOREIGN_FILE,
                        path,
                        file.name().value() + " was left by a writer that died",
                        file.location());
            } else if (file.name() instanceof LogFileName.Versioned
                    && !file.name().value().matches("\\d{20}\\..*")) {
                findings.add(
                        VerifyRule.NAME_UNUSUAL,
                        path,
                        file.name().value() + " does not spell its version in 20 digits",
                        file.location());
            } else if (file.name() instanceof LogFileName.Checkpoint && file.isEmpty()) {
                findings.add(VerifyRule.CHECKPOINT_EMPTY, path, "the checkpoint file has no bytes", file.location());
            }
        }
        if (listing.files().stream()
                .anyMatch(file -> file.name().value().equals("_staged_commits")
                        && file.entry().isDirectory())) {
            findings.notChecked("staged commits: the catalog alone knows which of them count");
        }
    }

    private List<CheckpointFiles> checkpoints(LogListing listing) {
        List<LogFile> files = listing.ofKind(LogFileName.Checkpoint.class).stream()
                .filter(file -> !file.isEmpty())
                .toList();
        List<CheckpointFiles> complete = new ArrayList<>(CheckpointFiles.complete(files));
        complete.sort(Comparator.naturalOrder());
        List<LogFile> inComplete = complete.stream()
                .flatMap(checkpoint -> checkpoint.files().stream())
                .toList();
        TreeMap<String, LogFile> partial = new TreeMap<>();
        for (LogFile file : files) {
            if (!inComplete.contains(file) && file.name() instanceof LogFileName.MultipartCheckpoint part) {
                partial.putIfAbsent(part.version() + " of " + part.parts(), file);
            }
        }
        partial.forEach((which, file) -> {
            LogFileName.MultipartCheckpoint part = (LogFileName.MultipartCheckpoint) file.name();
            long there = files.stream()
                    .filter(other -> other.name() instanceof LogFileName.MultipartCheckpoint sibling
                            && sibling.version() == part.version()
                            && sibling.parts() == part.parts())
                    .count();
            findings.add(
                    VerifyRule.MULTIPART_INCOMPLETE,
                    file.path().value(),
                    "the checkpoint of version " + part.version() + " has " + there + " of " + part.parts() + " parts",
                    file.location());
        });
        return complete;
    }

    private TreeMap<Long, LogFile> commits(LogListing listing) {
        TreeMap<Long, LogFile> commits = new TreeMap<>();
        for (LogFile file : listing.ofKind(LogFileName.Commit.class)) {
            long version = ((LogFileName.Commit) file.name()).version();
            LogFile before = commits.putIfAbsent(version, file);
            if (before != null) {
                findings.add(
                        VerifyRule.COMMIT_TWICE,
                        file.path().value(),
                        file.name().value() + " and " + before.name().value() + " are both version " + version,
                        file.location(),
                        before.location());
            }
        }
        return commits;
    }

    // ---- the walk

    private void walk(
            TreeMap<Long, LogFile> commits,
            List<CheckpointFiles> checkpoints,
            TreeMap<Long, LogFile> checksums,
            List<LogFile> compactions)
            throws IOException {
        CompactionCheck compacted = new CompactionCheck(table, compactions, findings);
        long at = -1;
        boolean isFollowing = false;
        if (commits.isEmpty() && checkpoints.isEmpty()) {
            findings.add(VerifyRule.START_INCOMPLETE, "_delta_log", "the log has no commit and no checkpoint");
            return;
        }
        if (!commits.isEmpty() && commits.firstKey() == 0) {
            isFollowing = true;
        }
        long last = Math.max(
                commits.isEmpty() ? -1 : commits.lastKey(),
                checkpoints.isEmpty()
                        ? -1
                        : checkpoints.get(checkpoints.size() - 1).version());
        while (at < last) {
            LogFile next = commits.get(at + 1);
            if (isFollowing && next != null) {
                at++;
                commit(at, next, compacted);
                compare(at, checkpoints, checksums.get(at));
                continue;
            }
            long from = at;
            CheckpointFiles base = checkpoints.stream()
                    .filter(checkpoint -> checkpoint.version() > from)
                    .findFirst()
                    .orElse(null);
            reportGap(at, commits, base);
            if (base == null) {
                findings.notChecked("versions from " + (at + 1) + " on: commits before them are missing");
                return;
            }
            startFrom(base, commits);
            at = base.version();
            isFollowing = true;
            compare(
                    at,
                    checkpoints.stream().filter(other -> !other.equals(base)).toList(),
                    checksums.get(at));
        }
        long end = at;
        checkLastCheckpoint(commits, checkpoints);
        checksums
                .tailMap(end, false)
                .forEach((version, file) -> findings.add(
                        VerifyRule.CHECKSUM_AHEAD,
                        file.path().value(),
                        "a checksum of version " + version + " and the last commit is " + end,
                        file.location()));
        if (state.protocol == null || state.metadata == null) {
            findings.add(
                    VerifyRule.START_INCOMPLETE,
                    "_delta_log",
                    "version " + end + " has no " + (state.protocol == null ? "protocol" : "metaData"));
        }
    }

    /** Spark wants some commit at or behind the checkpoint it starts from, Delta Kernel the checkpoint's own. */
    private void checkLastCheckpoint(TreeMap<Long, LogFile> commits, List<CheckpointFiles> checkpoints) {
        if (checkpoints.isEmpty()) {
            return;
        }
        long version = checkpoints.get(checkpoints.size() - 1).version();
        if (commits.containsKey(version)) {
            return;
        }
        String file = "_delta_log/" + LogFileName.padded(version) + ".json";
        boolean hasLater = commits.higherKey(version) != null;
        findings.add(
                VerifyRule.COMMIT_MISSING,
                hasLater ? VerifyRule.Weight.ERROR : VerifyRule.Weight.FATAL,
                file,
                hasLater
                        ? "the commit of the last checkpoint is missing: Delta Kernel refuses the table, Spark reads it"
                        : "no commit is at or behind the last checkpoint, and no reader opens a table without one",
                Location.of(file));
    }

    private void reportGap(long at, TreeMap<Long, LogFile> commits, @Nullable CheckpointFiles base) {
        Long nextCommit = commits.higherKey(at);
        if (at < 0 && base != null && (nextCommit == null || nextCommit <= base.version() + 1)) {
            findings.notChecked("versions before " + base.version() + ", where the first checkpoint is: the log was"
                    + " cleaned up, so that checkpoint is taken on trust");
            return;
        }
        long firstMissing = at + 1;
        long lastMissing = nextCommit == null ? firstMissing : nextCommit - 1;
        if (base != null && base.version() < lastMissing) {
            lastMissing = base.version();
        }
        boolean isBridged = base != null && base.version() >= lastMissing;
        String which = firstMissing == lastMissing
                ? "the commit of version " + firstMissing
                : "the commits of versions " + firstMissing + " to " + lastMissing;
        findings.add(
                VerifyRule.COMMIT_MISSING,
                isBridged ? VerifyRule.Weight.WARNING : VerifyRule.Weight.FATAL,
                "_delta_log/" + LogFileName.padded(firstMissing) + ".json",
                firstMissing == lastMissing ? which + " is missing" : which + " are missing",
                Location.of("_delta_log/" + LogFileName.padded(firstMissing) + ".json"));
    }

    private void startFrom(CheckpointFiles base, TreeMap<Long, LogFile> commits) throws IOException {
        CheckpointLoad load = new CheckpointLoad(table, base, findings);
        load.load();
        state = load.state();
        previousTimestampMs = null;
        lastCheck = null;
        findings.countChecked("checkpoints");
        if (state.protocol != null) {
            CommitCheck.checkProtocol(
                    state.protocol, base.first().path().value(), base.first().location(), findings);
        }
        LogFile commit = commits.get(base.version());
        if (commit != null) {
            CommitCheck itself = new CommitCheck(base.version(), commit.location(), new LiveState(), new Findings());
            read(commit, itself);
            lastCheck = itself;
            OptionalLong timestampMs = itself.inCommitTimestampMs();
            previousTimestampMs = timestampMs.isPresent() ? timestampMs.getAsLong() : null;
        }
    }

    private void commit(long version, LogFile file, CompactionCheck compacted) throws IOException {
        CommitCheck check = new CommitCheck(version, file.location(), state, findings);
        if (!file.entry().isFile()) {
            findings.add(VerifyRule.FILE_UNREADABLE, file.path().value(), "a directory stands there", file.location());
            return;
        }
        read(file, compacted.alongside(version, check));
        check.finish(previousTimestampMs);
        OptionalLong timestampMs = check.inCommitTimestampMs();
        previousTimestampMs = timestampMs.isPresent() ? timestampMs.getAsLong() : null;
        findings.countChecked("commits");
        compacted.finished(version, check.isReadable());
        lastCheck = check;
    }

    private void read(LogFile file, dev.tidemark.delta.action.ActionSink sink) throws IOException {
        try (InputStream in = table.open(file.path())) {
            ActionFileReader.read(in, file.location(), ActionDetail.EVERYTHING, sink);
        } catch (FileNotFoundException gone) {
            findings.add(VerifyRule.FILE_UNREADABLE, file.path().value(), "the file is gone", file.location());
        }
    }

    // ---- comparisons at a version

    private void compare(long version, List<CheckpointFiles> checkpoints, @Nullable LogFile checksum)
            throws IOException {
        for (CheckpointFiles checkpoint : checkpoints) {
            if (checkpoint.version() != version) {
                continue;
            }
            CheckpointLoad load = new CheckpointLoad(table, checkpoint, findings);
            if (load.load()) {
                new StateComparison(state, load.state(), checkpoint.first().location(), findings)
                        .compare(checkpoint.first().entry().modifiedAtMs());
                findings.countChecked("checkpoints");
            }
        }
        if (checksum != null) {
            checkChecksum(checksum);
        }
    }

    private void checkChecksum(LogFile file) throws IOException {
        byte[] bytes;
        try {
            bytes = table.readAtMost(file.path(), MAX_SMALL_FILE_BYTES);
        } catch (FileTooLargeException tooLarge) {
            findings.add(
                    VerifyRule.CHECKSUM_UNREADABLE,
                    file.path().value(),
                    String.valueOf(tooLarge.getMessage()),
                    file.location());
            return;
        }
        Parsed<VersionChecksum> parsed = VersionChecksumParser.parse(file.location(), bytes);
        if (parsed.value().isEmpty()) {
            findings.add(
                    VerifyRule.CHECKSUM_UNREADABLE,
                    file.path().value(),
                    parsed.damage().orElseThrow().message(),
                    file.location());
            return;
        }
        CommitCheck commit = lastCheck;
        new ChecksumCheck(state, parsed.value().get(), file.location(), findings)
                .compare(commit == null ? null : commit.commitInfo());
        findings.countChecked("checksums");
    }

    // ---- the hint

    private void checkHint(List<CheckpointFiles> checkpoints) throws IOException {
        Location at = Location.of(HINT.value());
        byte[] bytes;
        try {
            bytes = table.readAtMost(HINT, MAX_SMALL_FILE_BYTES);
        } catch (FileNotFoundException absent) {
            return;
        } catch (FileTooLargeException tooLarge) {
            findings.add(VerifyRule.HINT_DAMAGED, HINT.value(), String.valueOf(tooLarge.getMessage()), at);
            return;
        }
        findings.countChecked("hints");
        Parsed<LastCheckpoint> parsed = LastCheckpointParser.parse(at, bytes);
        if (parsed.damage().isPresent()) {
            findings.add(
                    VerifyRule.HINT_DAMAGED, HINT.value(), parsed.damage().get().message(), at);
            return;
        }
        LastCheckpoint hint = parsed.value().orElseThrow();
        if (hint.digest() == LastCheckpoint.Digest.MISMATCH) {
            findings.add(VerifyRule.HINT_DAMAGED, HINT.value(), "its checksum does not fit its content", at);
        }
        List<CheckpointFiles> targets = checkpoints.stream()
                .filter(checkpoint -> checkpoint.version() == hint.version())
                .toList();
        if (targets.isEmpty()) {
            findings.add(
                    VerifyRule.HINT_TARGET_MISSING,
                    HINT.value(),
                    "it points at version " + hint.version() + ", where no complete checkpoint is",
                    at);
            return;
        }
        checkHintSize(hint, targets, at);
    }

    private void checkHintSize(LastCheckpoint hint, List<CheckpointFiles> targets, Location at) throws IOException {
        if (hint.size() < 0 || targets.size() > 1) {
            return;
        }
        CheckpointLoad load = new CheckpointLoad(table, targets.get(0), new Findings());
        if (load.load() && hint.size() != load.rowCount()) {
            findings.add(
                    VerifyRule.HINT_COUNTS,
                    HINT.value(),
                    "it counts " + hint.size() + " actions in the checkpoint, which has " + load.rowCount(),
                    at);
        }
    }

    // ---- time

    private void checkTimes(TreeMap<Long, LogFile> commits, List<CheckpointFiles> checkpoints) {
        LogFile before = null;
        long count = 0;
        LogFile first = null;
        for (LogFile commit : commits.values()) {
            if (before != null && commit.entry().modifiedAtMs() < before.entry().modifiedAtMs()) {
                count++;
                first = first == null ? commit : first;
            }
            before = commit;
        }
        if (first != null) {
            findings.add(
                    VerifyRule.MODIFICATION_BACK,
                    first.path().value(),
                    count + " commits are older than the one before, by their files' modification times",
                    first.location());
        }
        for (CheckpointFiles checkpoint : checkpoints) {
            LogFile commit = commits.get(checkpoint.version());
            if (commit != null
                    && checkpoint.first().entry().modifiedAtMs()
                            < commit.entry().modifiedAtMs()) {
                findings.add(
                        VerifyRule.CHECKPOINT_OLDER_THAN_COMMIT,
                        checkpoint.first().path().value(),
                        "the checkpoint is older than its commit, by modification times",
                        checkpoint.first().location());
            }
        }
    }

    // ---- files beyond the log

    private void checkVectors() throws IOException {
        List<Add> withVectors = new ArrayList<>();
        state.forEachLive(add -> {
            if (add.deletionVector() != null) {
                withVectors.add(add);
            }
        });
        VectorCheck check = new VectorCheck(table, findings);
        for (Add add : withVectors) {
            check.check(add, java.util.Objects.requireNonNull(add.deletionVector()));
        }
    }

    private List<Verification.Orphan> checkDataFiles() throws IOException {
        DataFileCheck check = new DataFileCheck(table, findings);
        List<Verification.Orphan> orphans = scope.orphans() ? check.orphans(state) : List.of();
        if (scope.dataFiles()) {
            check.checkLive(state, !scope.orphans() || !orphans.isEmpty());
        } else {
            findings.notChecked("data files (ask with --data-files)");
        }
        if (!scope.orphans()) {
            findings.notChecked("files that no version needs (--orphans)");
        }
        return orphans;
    }
}
