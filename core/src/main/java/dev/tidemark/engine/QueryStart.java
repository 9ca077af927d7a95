package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.engine.Resume.Range;
import dev.tidemark.engine.SparkErrors.LogKind;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * From {@code start()} to the batch with which a query goes on. Authority: StreamExecution's constructor, MicroBatchExecution
 * initializeExecution and populateStartOffsets, ContinuousExecution getStartOffsets.
 */
final class QueryStart {
    private final QueryDescription query;
    private final SparkBehaviour behaviour;
    private final SessionConf session;
    private final SparkErrors errors;
    private final OverlayStorage storage;
    private final Checkpoint checkpoint;
    private final SourceChecks sources;
    private final List<EngineEvent> trace;

    private boolean isRunning;
    private @Nullable String queryId;
    private List<PinnedConf> pinned = List.of();
    private @Nullable Resume resume;
    private @Nullable OffsetMetadata newestMetadata;
    private @Nullable OptionalLong newestCommit;

    QueryStart(
            QueryDescription query,
            SparkBehaviour behaviour,
            OverlayStorage storage,
            String checkpointPlace,
            SourceChecks sources,
            List<EngineEvent> trace) {
        this.query = query;
        this.behaviour = behaviour;
        this.session = new SessionConf(query);
        this.errors = new SparkErrors(behaviour, checkpointPlace);
        this.storage = storage;
        this.checkpoint = Checkpoint.in(storage);
        this.sources = sources;
        this.trace = trace;
    }

    /** An entry of a log that could be read. */
    private record Newest<T>(long batchId, T entry) {}

    SparkErrors errors() {
        return errors;
    }

    /** The id under which sinks remember the query; null when a new one is chosen. */
    @Nullable String queryId() {
        return queryId;
    }

    /** Whether {@code start()} has returned, so that a failure kills the query's thread and reaches the user wrapped. */
    boolean isRunning() {
        return isRunning;
    }

    /** The confs of the checkpoint, as soon as they are taken. */
    List<PinnedConf> pinned() {
        return pinned;
    }

    /** Where the query goes on, as soon as it is known. */
    @Nullable Resume resume() {
        return resume;
    }

    /** The second line of the newest offsets entry; null when there is no entry, or the line is empty. */
    @Nullable OffsetMetadata newestMetadata() {
        return newestMetadata;
    }

    /** The newest commit; empty when there is none. */
    OptionalLong newestCommit() {
        return newestCommit == null ? OptionalLong.empty() : newestCommit;
    }

    /**
     * Goes all the way.
     *
     * @throws QueryDeathException when the query dies on it
     * @throws UndecidedException when the evidence does not tell
     */
    Resume run() throws IOException {
        start();
        isRunning = true;
        Resume found = query.trigger() instanceof Trigger.Continuous ? continuous() : microBatch();
        trace.add(new EngineEvent.Resumed(Step.INITIALIZE, found.batchId(), found.kind()));
        return found;
    }

    // start(): thrown to the caller

    private void start() throws IOException {
        SinkDescription sink = query.sink();
        boolean canRecover = sink == null
                || !sink.format().toLowerCase(Locale.ROOT).equals("memory")
                || sink.outputMode().equals("complete");
        if (!canRecover && storage.stat(Checkpoint.OFFSETS).isPresent()) {
            throw death(Step.START, null, "offsets", errors.sinkCannotRecover(), Advices.SINK_CANNOT_RECOVER);
        }
        if (query.trigger() instanceof Trigger.RealTime && !behaviour.hasRealTimeMode()) {
            throw new UndecidedException("Spark " + behaviour.version() + " has no real-time trigger");
        }
        if (session.minBatchesToRetain() <= 0) {
            throw death(Step.START, null, null, errors.retainsNothing(), Advices.RETAINS_NOTHING);
        }
        metadata();
        if (isAsync() && query.trigger() instanceof Trigger.Once) {
            throw death(Step.START, null, null, errors.asyncTrigger("Once"), Advices.ASYNC_TRIGGER);
        }
        if (isAsync() && query.trigger() instanceof Trigger.AvailableNow) {
            throw death(Step.START, null, null, errors.asyncTrigger("AvailableNow"), Advices.ASYNC_TRIGGER);
        }
    }

    private boolean isAsync() {
        SinkDescription sink = query.sink();
        return sink != null
                && sink.option("asyncProgressTrackingEnabled")
                        .filter(value -> value.trim().equalsIgnoreCase("true"))
                        .isPresent();
    }

    private void metadata() throws IOException {
        Optional<Parsed<StreamMetadata>> metadata = checkpoint.metadata();
        if (metadata.isPresent()) {
            trace.add(new EngineEvent.FileRead(Step.START, "metadata"));
            Damage damage = metadata.get().damage().orElse(null);
            if (damage != null) {
                SparkError error = errors.flaw(flaw(damage), LogKind.METADATA);
                throw death(Step.START, null, "metadata", error, Advices.metadataDamaged(damage));
            }
            queryId = metadata.get().value().orElseThrow().id().toString();
            return;
        }
        boolean hasEntries = checkpoint.offsets().list().latest().isPresent()
                || checkpoint.commits().list().latest().isPresent();
        if (hasEntries && behaviour.refusesLogsWithoutMetadata() && session.verifiesMetadata()) {
            throw death(Step.START, null, "metadata", errors.metadataMissing(), Advices.METADATA_MISSING);
        }
        trace.add(new EngineEvent.FileWritten(Step.START, "metadata", null));
    }

    // the query's thread: what is thrown here ends the query

    private Resume microBatch() throws IOException {
        Newest<OffsetEntry> offsets = newestOffsets();
        checkNames(offsets);
        if (!behaviour.readsCommitsFirst()) {
            return populate(offsets);
        }
        Newest<CommitEntry> commit = newestCommits();
        long committed = commit == null ? -1 : commit.batchId();
        if (behaviour.looksForUnfinishedRepartition() && session.checksUnfinishedRepartition() && !isAsync()) {
            checkRepartition(offsets, committed);
        }
        if (query.trigger() instanceof Trigger.RealTime && offsets != null && offsets.batchId() > committed) {
            forgetUncommitted(committed);
            offsets = newestOffsets();
        }
        if (offsets == null && committed != -1 && behaviour.assertsNoCommitsWithoutOffsets()) {
            throw death(
                    Step.INITIALIZE,
                    null,
                    "commits/" + committed,
                    errors.commitsWithoutOffsets(),
                    Advices.commitsWithoutOffsets(committed));
        }
        return populate(offsets);
    }

    /** Source evolution: the newest entry decides whether sources go by their names. Spark 4.2: logicalPlan. */
    private boolean goesByName(@Nullable Newest<OffsetEntry> offsets) {
        if (!behaviour.hasQueryEvolution()) {
            return false;
        }
        OffsetMetadata metadata = offsets == null ? null : offsets.entry().metadata();
        if (metadata == null) {
            return session.enforcesSourceNames();
        }
        return "true".equalsIgnoreCase(metadata.conf().getOrDefault(SessionConf.SOURCE_EVOLUTION, "false"));
    }

    private void checkNames(@Nullable Newest<OffsetEntry> offsets) {
        boolean isUnnamed = query.sources().stream().anyMatch(source -> source.name() == null);
        if (!isUnnamed || !goesByName(offsets)) {
            return;
        }
        if (!session.enforcesSourceNames()) {
            throw death(
                    Step.INITIALIZE,
                    null,
                    offsets == null ? null : "offsets/" + offsets.batchId(),
                    errors.sourcesUnnamed(),
                    Advices.SOURCES_UNNAMED);
        }
    }

    private @Nullable Newest<OffsetEntry> newestOffsets() throws IOException {
        OptionalLong latest = latest(checkpoint.offsets(), LogKind.OFFSETS);
        return latest.isEmpty() ? null : new Newest<>(latest.getAsLong(), offsets(latest.getAsLong(), true));
    }

    private @Nullable Newest<CommitEntry> newestCommits() throws IOException {
        OptionalLong latest = latest(checkpoint.commits(), LogKind.COMMITS);
        newestCommit = latest;
        return latest.isEmpty() ? null : new Newest<>(latest.getAsLong(), commits(latest.getAsLong()));
    }

    private OptionalLong latest(BatchLog<?> log, LogKind kind) throws IOException {
        OptionalLong latest = log.list().latest();
        Long newest = latest.isPresent() ? latest.getAsLong() : null;
        trace.add(new EngineEvent.LogListed(Step.INITIALIZE, kind.directory(), newest));
        return latest;
    }

    private OffsetEntry offsets(long batchId, boolean isListed) {
        String path = "offsets/" + batchId;
        trace.add(new EngineEvent.FileRead(Step.INITIALIZE, path));
        Optional<Parsed<OffsetEntry>> read = checkpoint.offsets().read(batchId);
        if (read.isEmpty() && isListed) {
            throw death(Step.INITIALIZE, null, path, errors.entryNotFound(path), Advices.strayName(path));
        } else if (read.isEmpty()) {
            throw death(Step.INITIALIZE, batchId + 1, path, errors.batchMissing(batchId), Advices.previousMissing(path));
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

    private CommitEntry commits(long batchId) {
        String path = "commits/" + batchId;
        trace.add(new EngineEvent.FileRead(Step.INITIALIZE, path));
        Optional<Parsed<CommitEntry>> read = checkpoint.commits().read(batchId);
        if (read.isEmpty()) {
            throw death(Step.INITIALIZE, null, path, errors.entryNotFound(path), Advices.strayName(path));
        }
        Parsed<CommitEntry> parsed = read.get();
        int version = parsed.value().map(CommitEntry::version).orElse(0);
        if (version > 0) {
            checkCommitVersion(path, version);
        }
        Damage damage = parsed.damage().orElse(null);
        if (damage != null) {
            throw unreadable(path, errors.flaw(flaw(damage), LogKind.COMMITS), Advices.commitDamaged(path, damage));
        }
        return parsed.value().orElseThrow();
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

    private void checkRepartition(@Nullable Newest<OffsetEntry> offsets, long committed) {
        if (offsets == null || committed < 0 || offsets.batchId() <= committed || offsets.batchId() == 0) {
            return;
        }
        long batchId = offsets.batchId();
        String path = "offsets/" + batchId;
        if (checkpoint.offsets().read(batchId - 1).isEmpty()) {
            throw death(
                    Step.INITIALIZE,
                    batchId,
                    "offsets/" + (batchId - 1),
                    errors.requirement("Previous batch " + (batchId - 1) + " not found in offset log"),
                    Advices.previousMissing("offsets/" + (batchId - 1)));
        }
        OffsetEntry previous = offsets(batchId - 1, true);
        int partitions = partitions(offsets.entry().metadata(), "Batch " + batchId, path);
        int before = partitions(previous.metadata(), "Previous batch " + (batchId - 1), "offsets/" + (batchId - 1));
        if (partitions != before) {
            throw death(
                    Step.INITIALIZE,
                    batchId,
                    path,
                    errors.unfinishedRepartition(batchId, committed),
                    Advices.unfinishedRepartition(path, before, partitions));
        }
    }

    private int partitions(@Nullable OffsetMetadata metadata, String batch, String path) {
        if (metadata == null) {
            throw death(
                    Step.INITIALIZE,
                    null,
                    path,
                    errors.requirement(batch + " metadata not found"),
                    Advices.REPARTITION_CHECK);
        }
        String recorded = metadata.conf().get(SessionConf.SHUFFLE_PARTITIONS);
        if (recorded == null) {
            throw death(
                    Step.INITIALIZE, null, path, errors.noPartitionsRecorded(), Advices.REPARTITION_CHECK);
        }
        try {
            return Integer.parseInt(recorded);
        } catch (NumberFormatException notWhole) {
            throw death(Step.INITIALIZE, null, path, SparkErrors.notANumber(recorded), Advices.REPARTITION_CHECK);
        }
    }

    private void forgetUncommitted(long committed) throws IOException {
        LogListing listing = checkpoint.offsets().list();
        for (long batchId : listing.batches().stream().toArray()) {
            if (batchId > committed) {
                StoragePath path = Checkpoint.OFFSETS.child(Long.toString(batchId));
                storage.delete(path);
                trace.add(new EngineEvent.FileDeleted(Step.INITIALIZE, path.value()));
            }
        }
    }

    private Resume populate(@Nullable Newest<OffsetEntry> offsets) throws IOException {
        if (offsets == null) {
            return fresh();
        }
        long batchId = offsets.batchId();
        OffsetEntry entry = offsets.entry();
        newestMetadata = entry.metadata();
        List<@Nullable String> end = progress(entry, batchId, offsets);
        OffsetEntry previous = previous(batchId);
        List<@Nullable String> start = previous == null ? begin() : progress(previous, batchId - 1, offsets);
        if (newestMetadata != null) {
            pin(newestMetadata, "offsets/" + batchId);
        }
        resume = new Resume(batchId, Resume.Kind.RERUN, watermarkMs(), ranges(start, end));
        Newest<CommitEntry> commit = newestCommits();
        if (commit == null) {
            return resume;
        }
        if (commit.batchId() == batchId) {
            askAgain(start, end, false);
            return next(batchId, commit.entry(), end);
        }
        if (commit.batchId() == batchId - 1) {
            askAgain(start, end, true);
        }
        return resume;
    }

    private Resume next(long batchId, CommitEntry commit, List<@Nullable String> end) {
        if (newestMetadata == null) {
            throw death(
                    Step.INITIALIZE,
                    batchId,
                    "offsets/" + batchId,
                    errors.noWatermarkTrackerAtStart(),
                    Advices.metadataLineEmpty("offsets/" + batchId));
        }
        long watermarkMs = Math.max(newestMetadata.watermarkMs(), commit.nextWatermarkMs());
        Resume found =
                new Resume(batchId + 1, Resume.Kind.NEW, watermarkMs, ranges(end, Collections.nCopies(end.size(), null)));
        resume = found;
        return found;
    }

    private long watermarkMs() {
        return newestMetadata == null ? 0 : newestMetadata.watermarkMs();
    }

    private Resume fresh() throws IOException {
        if (behaviour.wantsFreshCheckpointEmpty() && session.verifiesEmptyCheckpoint()) {
            for (StoragePath directory : List.of(Checkpoint.OFFSETS, Checkpoint.STATE, Checkpoint.COMMITS)) {
                checkEmpty(directory);
            }
        }
        pinned = new ConfPinning(behaviour, session).fresh();
        newestCommit = checkpoint.commits().list().latest();
        Resume found = new Resume(0, Resume.Kind.NEW, 0, ranges(begin(), begin()));
        resume = found;
        return found;
    }

    private void checkEmpty(StoragePath directory) throws IOException {
        List<String> names = checkpoint.entries(directory).stream()
                .map(FileEntry::name)
                .filter(name -> !isHadoopChecksum(name))
                .toList();
        boolean isFile = storage.stat(directory).filter(entry -> !entry.isDirectory()).isPresent();
        if (!names.isEmpty() || isFile) {
            throw death(
                    Step.INITIALIZE,
                    0L,
                    directory.value(),
                    errors.checkpointNotEmpty(directory.value()),
                    Advices.checkpointNotEmpty(directory.value()));
        }
    }

    /** Hadoop's local file system does not show its checksum files. */
    private static boolean isHadoopChecksum(String name) {
        return name.startsWith(".") && name.endsWith(".crc");
    }

    private @Nullable OffsetEntry previous(long batchId) throws IOException {
        if (batchId == 0) {
            return null;
        }
        if (isAsync()) {
            OptionalLong before = checkpoint.offsets().list().batches().before(batchId);
            return before.isEmpty() ? null : offsets(before.getAsLong(), true);
        }
        return offsets(batchId - 1, false);
    }

    private List<@Nullable String> progress(OffsetEntry entry, long batchId, @Nullable Newest<OffsetEntry> newest) {
        List<@Nullable String> offsets = new ArrayList<>();
        if (entry.version() == OffsetEntry.MAP) {
            boolean byName = goesByName(newest);
            for (int i = 0; i < query.sources().size(); i++) {
                String name = query.sources().get(i).name();
                if (byName && name == null) {
                    throw new UndecidedException("the checkpoint knows its sources by name and the query description"
                            + " names none; give each source its name");
                }
                String id = byName && name != null ? name : Integer.toString(i);
                offsets.add(entry.source(id).filter(line -> !line.isVoid()).map(line -> line.text()).orElse(null));
            }
            return offsets;
        }
        int asked = query.sources().size();
        if (entry.sources().size() != asked) {
            throw death(
                    Step.INITIALIZE,
                    batchId,
                    "offsets/" + batchId,
                    errors.sourceCount(entry.sources().size(), asked),
                    Advices.sourceCount(entry.sources().size(), asked));
        }
        entry.sources().forEach(line -> offsets.add(line.isVoid() ? null : line.text()));
        return offsets;
    }

    private List<@Nullable String> begin() {
        return new ArrayList<>(Collections.nCopies(query.sources().size(), null));
    }

    private static List<Range> ranges(List<@Nullable String> start, List<@Nullable String> end) {
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < end.size(); i++) {
            ranges.add(new Range(start.get(i), end.get(i)));
        }
        return ranges;
    }

    private void pin(OffsetMetadata metadata, String path) {
        List<ConfPinning.Refusal> refusals = new ArrayList<>();
        pinned = new ConfPinning(behaviour, session).take(metadata, path, refusals);
        trace.add(new EngineEvent.ConfsPinned(
                Step.INITIALIZE, (int) pinned.stream().filter(PinnedConf::isOverridden).count()));
        if (!refusals.isEmpty()) {
            ConfPinning.Refusal refusal = refusals.get(0);
            throw death(
                    Step.INITIALIZE,
                    null,
                    path,
                    errors.confRefused(refusal.key(), refusal.fault()),
                    Advices.confRefused(path, refusal.key()));
        }
    }

    /** V1 sources are asked for the newest batch again: all, or those only whose batch brought nothing. */
    private void askAgain(List<@Nullable String> start, List<@Nullable String> end, boolean unmovedOnly)
            throws IOException {
        for (int i = 0; i < end.size(); i++) {
            String to = end.get(i);
            String from = start.get(i);
            SourceDescription source = query.sources().get(i);
            boolean isAsked = to != null && (!unmovedOnly || from == null || from.equals(to));
            if (isAsked && SourceKind.of(source).isV1()) {
                trace.add(new EngineEvent.SourceAsked(Step.INITIALIZE, i, from, to));
                ask(Step.INITIALIZE, i, new Range(from, to));
            }
        }
    }

    /** What a source itself checks of a range. */
    void ask(Step step, int source, Range range) throws IOException {
        Optional<SourceChecks.Fault> fault = sources.faultOf(source, range, errors);
        if (fault.isPresent()) {
            throw death(step, resume == null ? null : resume.batchId(), fault.get().file(), fault.get().error(), fault
                    .get()
                    .advice());
        }
    }

    /** A V2 source that goes on reads its start offset first. */
    void askToStart(int source, Range range) throws IOException {
        if (range.start() != null && !SourceKind.of(query.sources().get(source)).isV1()) {
            ask(Step.CONSTRUCT, source, new Range(range.start(), range.start()));
        }
    }

    // continuous processing

    private Resume continuous() throws IOException {
        Newest<OffsetEntry> newest = behaviour.readsOffsetsBeforeSources() ? newestOffsets() : null;
        Newest<CommitEntry> commit = newestCommits();
        if (commit == null) {
            Resume found = new Resume(0, Resume.Kind.NEW, 0, ranges(begin(), begin()));
            resume = found;
            return found;
        }
        long epoch = commit.batchId();
        if (checkpoint.offsets().read(epoch).isEmpty()) {
            throw death(
                    Step.INITIALIZE,
                    epoch,
                    "offsets/" + epoch,
                    errors.epochWithoutOffsets(epoch),
                    Advices.epochWithoutOffsets(epoch));
        }
        OffsetEntry entry = offsets(epoch, true);
        if (entry.version() == OffsetEntry.MAP) {
            throw death(
                    Step.INITIALIZE, epoch, "offsets/" + epoch, errors.continuousOffsetMap(), Advices.CONTINUOUS_MAP);
        }
        newestMetadata = entry.metadata();
        List<@Nullable String> start = progress(entry, epoch, newest);
        Resume found =
                new Resume(epoch + 1, Resume.Kind.NEW, 0, ranges(start, Collections.nCopies(start.size(), null)));
        resume = found;
        return found;
    }

    // failures

    private static LogFlaw flaw(Damage damage) {
        if (damage.cause() instanceof LogFlaw flaw) {
            return flaw;
        }
        throw new UndecidedException(damage.message() + ", so what Spark makes of it cannot be told");
    }

    private QueryDeathException unreadable(String path, SparkError error, Advice advice) {
        return death(Step.INITIALIZE, null, path, errors.whileReading(path, error), advice);
    }

    /** The end of the query, as its user sees it. */
    QueryDeathException death(
            Step step, @Nullable Long batchId, @Nullable String file, SparkError error, Advice advice) {
        trace.add(new EngineEvent.Died(step, error));
        SparkError told = isRunning ? errors.queryFailed(error, queryId) : error;
        return new QueryDeathException(new Failure(step, batchId, file, told, advice));
    }
}
