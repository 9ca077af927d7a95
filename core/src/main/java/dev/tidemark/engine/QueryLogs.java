package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.commit.CommitEntryParser;
import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.log.LogText;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.engine.SparkErrors.LogKind;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/** The offset log and the commit log as one version of Spark reads them. Authority: HDFSMetadataLog, OffsetSeqLog, CommitLog. */
final class QueryLogs {
    private final Checkpoint checkpoint;
    private final SparkBehaviour behaviour;
    private final SessionConf session;
    private final SparkErrors errors;
    private final Deaths deaths;
    private final Trace trace;

    QueryLogs(
            Checkpoint checkpoint,
            SparkBehaviour behaviour,
            SessionConf session,
            SparkErrors errors,
            Deaths deaths,
            Trace trace) {
        this.checkpoint = checkpoint;
        this.behaviour = behaviour;
        this.session = session;
        this.errors = errors;
        this.deaths = deaths;
        this.trace = trace;
    }

    /** An entry of a log that could be read. */
    record Entry<T>(long batchId, T entry) {}

    /** What a reader makes of a commit that says null, of which Spark 3.5 asks nothing but the watermark. */
    static final CommitEntry NULL_COMMIT = new CommitEntry(0, null, null, Map.of());

    /** How Spark comes to open an entry, which decides what it throws when there is none. */
    enum Lookup {
        /** A listing named it: it is opened without a look. */
        LISTED,
        /** It must be there because a later one is. */
        BY_ID
    }

    /** The newest entry of the offset log; null when it has none. */
    @Nullable
    Entry<OffsetEntry> newestOffsets() throws IOException {
        OptionalLong latest = latest(checkpoint.offsets(), LogKind.OFFSETS);
        if (latest.isEmpty()) {
            return null;
        }
        OffsetEntry entry = offsets(latest.getAsLong(), Lookup.LISTED);
        if (entry.metadata() == null && saysNull(latest.getAsLong())) {
            String path = "offsets/" + latest.getAsLong();
            throw unreadable(path, errors.nullOffsetMetadata(), Advices.metadataLineEmpty(path));
        }
        return new Entry<>(latest.getAsLong(), entry);
    }

    /** Whether the metadata line is JSON's null, which json4s makes a null of; an empty line is none. */
    private boolean saysNull(long batchId) throws IOException {
        StoragePath path = Checkpoint.OFFSETS.child(Long.toString(batchId));
        byte[] bytes = checkpoint.storage().readAtMost(path, BatchLog.LIMIT_BYTES);
        List<String> lines =
                LogText.lines(Location.of(path.value()), bytes).value().orElse(List.of());
        return lines.size() > 1 && lines.get(1).trim().equals("null");
    }

    /** The newest entry of the commit log; null when it has none. */
    @Nullable
    Entry<CommitEntry> newestCommits() throws IOException {
        OptionalLong latest = latest(checkpoint.commits(), LogKind.COMMITS);
        return latest.isEmpty() ? null : new Entry<>(latest.getAsLong(), commits(latest.getAsLong()));
    }

    private OptionalLong latest(BatchLog<?> log, LogKind kind) throws IOException {
        LogListing listing = log.list();
        OptionalLong latest = listing.latest();
        Long newest = latest.isPresent() ? latest.getAsLong() : null;
        trace.add(new EngineEvent.LogListed(Step.INITIALIZE, kind.directory(), newest));
        return latest;
    }

    /**
     * An entry of the offset log, as Spark's reader takes it.
     *
     * @throws QueryDeathException when it is not there, or the reader refuses it
     */
    OffsetEntry offsets(long batchId, Lookup lookup) throws IOException {
        String path = "offsets/" + batchId;
        trace.add(new EngineEvent.FileRead(Step.INITIALIZE, path));
        // To open a directory fails as to open what is not there.
        boolean isNoFile = lookup == Lookup.BY_ID && isDirectory(batchId);
        Optional<Parsed<OffsetEntry>> read =
                isNoFile ? Optional.empty() : checkpoint.offsets().read(batchId);
        if (read.isEmpty() && lookup == Lookup.LISTED) {
            throw deaths.death(Step.INITIALIZE, null, path, errors.entryNotFound(path), Advices.strayName(path));
        } else if (read.isEmpty()) {
            throw deaths.death(
                    Step.INITIALIZE, batchId + 1, path, errors.batchMissing(batchId), previousMissing(batchId));
        }
        Parsed<OffsetEntry> parsed = read.get();
        int newest = behaviour.newestOffsetVersion();
        int version = parsed.value().map(OffsetEntry::version).orElse(0);
        if (version > newest) {
            throw unreadable(path, errors.versionTooNew(version, newest), Advices.tooNew(path, version));
        }
        Damage damage = parsed.damage().orElse(null);
        if (damage != null) {
            throw unreadable(path, errors.flaw(flaw(damage), LogKind.OFFSETS), Advices.offsetsDamaged(path, damage));
        }
        return parsed.value().orElseThrow();
    }

    private boolean isDirectory(long batchId) throws IOException {
        return checkpoint
                .storage()
                .stat(Checkpoint.OFFSETS.child(Long.toString(batchId)))
                .filter(FileEntry::isDirectory)
                .isPresent();
    }

    private CommitEntry commits(long batchId) {
        String path = "commits/" + batchId;
        trace.add(new EngineEvent.FileRead(Step.INITIALIZE, path));
        Optional<Parsed<CommitEntry>> read = checkpoint.commits().read(batchId);
        if (read.isEmpty()) {
            throw deaths.death(Step.INITIALIZE, null, path, errors.entryNotFound(path), Advices.strayName(path));
        }
        Parsed<CommitEntry> parsed = read.get();
        int version = parsed.value().map(CommitEntry::version).orElse(0);
        if (version > 0) {
            checkCommitVersion(path, version);
        }
        Damage damage = parsed.damage().orElse(null);
        if (damage != null && !behaviour.takesStateIdsFromCommits() && Json4s.isNull(flaw(damage))) {
            return NULL_COMMIT;
        }
        if (damage != null && !(version == 1 && isInIgnoredIds(flaw(damage)))) {
            throw unreadable(path, commitError(flaw(damage)), Advices.commitDamaged(path, damage));
        }
        return parsed.value().orElseThrow();
    }

    private boolean isInIgnoredIds(LogFlaw flaw) {
        boolean isInIds = flaw instanceof LogFlaw.BadOperatorId
                || (flaw instanceof LogFlaw.WrongShape shape && shape.field().equals(CommitEntryParser.UNIQUE_IDS));
        return isInIds && behaviour.ignoresStateIdsOfFirstVersion();
    }

    private SparkError commitError(LogFlaw flaw) {
        return Json4s.isNull(flaw) ? errors.nullCommit() : errors.flaw(flaw, LogKind.COMMITS);
    }

    private void checkCommitVersion(String path, int version) {
        int wanted = session.checkpointFormatVersion();
        switch (behaviour.commitVersions()) {
            case ONE -> {
                if (version > 1) {
                    throw unreadable(path, errors.versionTooNew(version, 1), Advices.tooNew(path, version));
                }
            }
            case SAME_AS_SESSION -> {
                if (version != wanted) {
                    throw unreadable(
                            path, errors.versionNotSame(version, wanted), Advices.commitVersion(version, wanted));
                }
            }
            case UP_TO_THREE -> {
                if (version > CommitEntry.NEWEST_VERSION) {
                    throw unreadable(
                            path,
                            errors.versionTooNew(version, CommitEntry.NEWEST_VERSION),
                            Advices.tooNew(path, version));
                }
            }
        }
    }

    /** What to do when the entry before the newest is gone. */
    Advice previousMissing(long batchId) throws IOException {
        MissingPredecessor hole = new MissingPredecessor(
                checkpoint.offsets().list().batches(),
                checkpoint.commits().list().batches());
        return Advices.previousMissing("offsets/" + batchId, hole.remedy());
    }

    /** What the reader trips over. */
    static LogFlaw flaw(Damage damage) {
        if (damage.cause() instanceof LogFlaw flaw) {
            return flaw;
        }
        throw new UndecidedException(damage.message() + ", so what Spark makes of it cannot be told");
    }

    private QueryDeathException unreadable(String path, SparkError error, Advice advice) {
        return deaths.death(Step.INITIALIZE, null, path, errors.whileReading(path, error), advice);
    }
}
