package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.engine.Resume.Range;
import dev.tidemark.engine.SparkErrors.LogKind;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.Delay;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.query.WatermarkDescription;
import org.jspecify.annotations.Nullable;

/**
 * From {@code start()} to the batch with which a query goes on. Authority: StreamExecution's constructor, MicroBatchExecution
 * initializeExecution and populateStartOffsets, ContinuousExecution getStartOffsets.
 */
final class QueryStart {
    private static final String SINK_INTERVAL = "spark.sql.streaming.fileSink.log.compactInterval";
    private static final Set<String> FILE_SINKS = Set.of("parquet", "json", "csv", "orc", "text", "avro", "xml");

    private final QueryDescription query;
    private final SparkBehaviour behaviour;
    private final SessionConf session;
    private final SparkErrors errors;
    private final OverlayStorage storage;
    private final Checkpoint checkpoint;
    private final SourceChecks sources;
    private final Trace trace;
    private final LogFiles files;
    private final Ledger ledger;
    private final Deaths deaths;
    private final QueryLogs logs;

    private final List<String> sourceIds = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private @Nullable String queryId;
    private List<PinnedConf> pinned = List.of();
    private @Nullable Resume resume;
    private @Nullable OffsetMetadata newestMetadata;
    private List<@Nullable String> newestEnd = List.of();
    private int offsetVersion;
    private @Nullable OptionalLong newestCommit;

    QueryStart(
            QueryDescription query,
            SparkBehaviour behaviour,
            OverlayStorage storage,
            SparkErrors errors,
            SourceChecks sources,
            LogFiles files,
            Trace trace,
            Ledger ledger) {
        this.query = query;
        this.behaviour = behaviour;
        this.session = new SessionConf(query, behaviour);
        this.offsetVersion = session.offsetFormatVersion();
        this.errors = errors;
        this.storage = storage;
        this.checkpoint = Checkpoint.in(storage);
        this.sources = sources;
        this.trace = trace;
        this.files = files;
        this.ledger = ledger;
        this.deaths = new Deaths(errors, trace);
        this.logs = new QueryLogs(checkpoint, behaviour, session, errors, deaths, trace);
    }

    /** How the query dies from here on. */
    Deaths deaths() {
        return deaths;
    }

    SparkErrors errors() {
        return errors;
    }

    /** The id under which sinks remember the query; null when a new one is chosen. */
    @Nullable
    String queryId() {
        return queryId;
    }

    /** The confs of the checkpoint, as soon as they are taken. */
    List<PinnedConf> pinned() {
        return pinned;
    }

    /** Where the query goes on, as soon as it is known. */
    @Nullable
    Resume resume() {
        return resume;
    }

    /** The second line of the newest offsets entry; null when there is no entry, or the line is empty. */
    @Nullable
    OffsetMetadata newestMetadata() {
        return newestMetadata;
    }

    /** What the newest entry says of each source, null where it says nothing; empty when there is no entry. */
    List<@Nullable String> newestEnd() {
        return newestEnd;
    }

    /** Under which id an offset map keeps each source. */
    List<String> sourceIds() {
        return sourceIds;
    }

    /** The format in which offsets are written: that of the newest entry, else the session's. */
    int offsetVersion() {
        return offsetVersion;
    }

    /** What was taken for granted on the way. */
    List<String> notes() {
        return notes;
    }

    private QueryLogs.@Nullable Entry<CommitEntry> newestCommits() throws IOException {
        QueryLogs.Entry<CommitEntry> newest = logs.newestCommits();
        newestCommit = newest == null ? OptionalLong.empty() : OptionalLong.of(newest.batchId());
        return newest;
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
        deaths.threadRuns();
        Resume found = query.trigger() instanceof Trigger.Continuous ? continuous() : microBatch();
        trace.add(new EngineEvent.Resumed(Step.INITIALIZE, found.batchId(), found.kind()));
        return found;
    }

    // start(): thrown to the caller

    private void start() throws IOException {
        for (int i = 0; i < sources.count(); i++) {
            refuse(Step.START, sources.source(i).faultAtAnalysis());
            requireDelay(query.sources().get(i).watermark());
        }
        if (behaviour.hasQueryEvolution()) {
            refuse(Step.START, new NamingRules(query, behaviour, errors).atAnalysis());
        }
        SinkDescription sink = query.sink();
        requireOutputMode(sink);
        requireSinkInterval(sink);
        boolean canRecover = sink == null
                || !sink.format().toLowerCase(Locale.ROOT).equals("memory")
                || sink.outputMode().equals("complete");
        if (!canRecover && storage.stat(Checkpoint.OFFSETS).isPresent()) {
            throw deaths.death(Step.START, null, "offsets", errors.sinkCannotRecover(), Advices.SINK_CANNOT_RECOVER);
        }
        // ResolveWriteToStream has looked at the checkpoint, then comes DeltaAnalysis
        for (int i = 0; i < sources.count(); i++) {
            refuse(Step.START, sources.source(i).faultAtWrite());
        }
        if (query.trigger() instanceof Trigger.RealTime && !behaviour.hasRealTimeMode()) {
            throw new UndecidedException("Spark " + behaviour.version() + " has no real-time trigger");
        }
        if (behaviour.encodesStateInAvro()) {
            refuse(Step.START, new StateEncodingRule(query, storage).atAnalysis());
        }
        TriggerRules rules = new TriggerRules(query, errors);
        refuse(Step.START, rules.atAnalysis());
        if (session.minBatchesToRetain() <= 0) {
            throw deaths.death(Step.START, null, null, errors.retainsNothing(), Advices.RETAINS_NOTHING);
        }
        metadata();
        if (behaviour.hasQueryEvolution() && session.enforcesSinkName() && sink != null && sink.name() == null) {
            throw new UndecidedException(
                    "the query description gives the sink no name, and"
                            + " spark.sql.streaming.queryEvolution.enableSinkEvolution wants one: without, the query does not start");
        }
        refuse(Step.START, rules.atStart());
        if (isAsync()) {
            Optional<String> refusal = new AsyncProgress(query).refusal();
            if (refusal.isPresent()) {
                throw deaths.death(Step.START, null, null, errors.asyncRefused(refusal.get()), Advices.ASYNC_REFUSED);
            }
        }
    }

    private void requireOutputMode(@Nullable SinkDescription sink) {
        String format = sink == null ? "" : sink.format().toLowerCase(Locale.ROOT);
        String mode = sink == null ? "append" : sink.outputMode().toLowerCase(Locale.ROOT);
        boolean isRefused =
                format.equals("delta") ? mode.equals("update") : FILE_SINKS.contains(format) && !mode.equals("append");
        if (isRefused) {
            throw deaths.death(
                    Step.START, null, null, errors.outputModeUnsupported(format, mode), Advices.OUTPUT_MODE_REFUSED);
        }
    }

    /** Authority: CompactibleFileStreamLog.defaultCompactInterval, FileStreamSinkLog. */
    private void requireSinkInterval(@Nullable SinkDescription sink) {
        String interval = query.conf(SINK_INTERVAL).map(String::trim).orElse("1");
        boolean writesFiles = sink != null && FILE_SINKS.contains(sink.format().toLowerCase(Locale.ROOT));
        if (writesFiles && interval.matches("0{1,9}|-\\d{1,9}")) {
            throw deaths.death(
                    Step.START,
                    null,
                    null,
                    errors.requirement("Please set " + SINK_INTERVAL + " (was " + Integer.parseInt(interval)
                            + ") to a positive value."),
                    Advices.SINK_INTERVAL);
        }
    }

    private void requireDelay(@Nullable WatermarkDescription watermark) {
        String delay = watermark == null ? "0 seconds" : watermark.delay();
        boolean isNegative = Delay.millis(delay).orElse(0) < 0;
        boolean isNone = delay.chars().noneMatch(Character::isDigit);
        if (isNegative || isNone) {
            SparkError error = isNone ? errors.delayUnreadable(delay) : errors.delayNegative(delay);
            throw deaths.death(Step.START, null, null, error, Advices.DELAY_REFUSED);
        }
    }

    private boolean isAsync() {
        return new AsyncProgress(query).isOn();
    }

    /**
     * A log that is to be written must be a directory.
     *
     * @throws QueryDeathException when a file is in its place
     */
    void requireLogDirectory(Step step, StoragePath directory, long batchId) throws IOException {
        if (new FilesInTheWay(storage).isFile(directory)) {
            throw deaths.death(
                    step,
                    batchId,
                    directory.value(),
                    errors.logIsFile(directory.value(), batchId),
                    Advices.fileInTheWay(directory.value()));
        }
    }

    private void requireFilesAndDirectories() throws IOException {
        FilesInTheWay inTheWay = new FilesInTheWay(storage);
        if (inTheWay.isFile(StoragePath.ROOT)) {
            throw deaths.death(
                    Step.START, null, null, errors.checkpointIsFile(), Advices.fileInTheWay("the checkpoint"));
        }
        if (inTheWay.isDirectory(Checkpoint.METADATA)) {
            throw deaths.death(
                    Step.START,
                    null,
                    "metadata",
                    errors.fileIsDirectory("metadata"),
                    Advices.directoryInTheWay("metadata"));
        }
    }

    private void metadata() throws IOException {
        requireFilesAndDirectories();
        Optional<Parsed<StreamMetadata>> metadata = checkpoint.metadata();
        if (metadata.isPresent()) {
            trace.add(new EngineEvent.FileRead(Step.START, "metadata"));
            Damage damage = metadata.get().damage().orElse(null);
            if (damage != null) {
                LogFlaw flaw = QueryLogs.flaw(damage);
                SparkError error = Json4s.isNull(flaw) ? errors.nullMetadata() : errors.flaw(flaw, LogKind.METADATA);
                throw deaths.death(Step.START, null, "metadata", error, Advices.metadataDamaged(damage));
            }
            queryId = metadata.get().value().orElseThrow().id().toString();
            deaths.ofQuery(queryId);
            return;
        }
        boolean hasEntries = checkpoint.offsets().list().latest().isPresent()
                || checkpoint.commits().list().latest().isPresent();
        if (hasEntries && behaviour.refusesLogsWithoutMetadata() && session.verifiesMetadata()) {
            throw deaths.death(Step.START, null, "metadata", errors.metadataMissing(), Advices.METADATA_MISSING);
        }
        files.during(Step.START);
        files.writeMetadata(Checkpoint.METADATA);
    }

    // the query's thread: what is thrown here ends the query

    private Resume microBatch() throws IOException {
        QueryLogs.Entry<OffsetEntry> offsets = behaviour.readsOffsetsBeforeSources() ? logs.newestOffsets() : null;
        identifySources(offsets);
        makeSources();
        if (!behaviour.readsOffsetsBeforeSources()) {
            offsets = logs.newestOffsets();
        }
        if (!behaviour.readsCommitsFirst()) {
            return populate(offsets);
        }
        QueryLogs.Entry<CommitEntry> commit = newestCommits();
        long committed = commit == null ? -1 : commit.batchId();
        if (behaviour.looksForUnfinishedRepartition() && session.checksUnfinishedRepartition() && !isAsync()) {
            new RepartitionCheck(checkpoint, logs, deaths, errors).run(offsets, committed);
        }
        if (query.trigger() instanceof Trigger.RealTime && offsets != null && offsets.batchId() > committed) {
            forgetUncommitted(committed);
            offsets = logs.newestOffsets();
        }
        if (offsets == null && committed != -1 && behaviour.assertsNoCommitsWithoutOffsets()) {
            throw deaths.death(
                    Step.INITIALIZE,
                    null,
                    "commits/" + committed,
                    errors.commitsWithoutOffsets(),
                    Advices.commitsWithoutOffsets(committed));
        }
        return populate(offsets);
    }

    /** Continuous processing wants the rate source's offsets by partition. Authority: RateStreamContinuousStream. */
    private void requireContinuousOffsets(List<@Nullable String> start, long epoch) {
        for (int i = 0; i < start.size(); i++) {
            String offset = start.get(i);
            if (offset != null
                    && offset.matches("-?\\d+")
                    && SourceKind.of(query.sources().get(i)) == SourceKind.RATE) {
                throw deaths.death(
                        Step.INITIALIZE,
                        epoch + 1,
                        "offsets/" + epoch,
                        SparkError.plain("org.json4s.MappingException", "Expected object but got JInt(" + offset + ")"),
                        Advices.otherSource(offset));
            }
        }
    }

    private void makeSources() throws IOException {
        files.during(Step.INITIALIZE);
        for (int i = 0; i < query.sources().size(); i++) {
            refuse(Step.INITIALIZE, sources.source(i).faultAtCreation());
            trace.add(new EngineEvent.SourceMade(
                    Step.INITIALIZE, i, query.sources().get(i).format()));
        }
        refuse(Step.INITIALIZE, new TriggerRules(query, errors).afterSources());
    }

    /** Source evolution: the newest entry decides whether sources go by their names. Spark 4.2: logicalPlan. */
    private boolean goesByName(QueryLogs.@Nullable Entry<OffsetEntry> offsets) {
        if (!behaviour.hasQueryEvolution()) {
            return false;
        }
        OffsetMetadata metadata = offsets == null ? null : offsets.entry().metadata();
        if (metadata == null) {
            return session.enforcesSourceNames();
        }
        return "true".equalsIgnoreCase(metadata.conf().getOrDefault(SessionConf.SOURCE_EVOLUTION, "false"));
    }

    /**
     * Under which id an offset map keeps each source: its position, or its name. The source's own files lie under its name
     * wherever it may have one, whatever the offsets go by. Spark 4.2: StreamingUtils.getMetadataPath.
     */
    private void identifySources(QueryLogs.@Nullable Entry<OffsetEntry> offsets) throws IOException {
        boolean goesByName = goesByName(offsets);
        boolean mayHaveNames = behaviour.hasQueryEvolution() && session.enforcesSourceNames();
        boolean isOneUnnamed = query.sources().stream().anyMatch(source -> source.name() == null);
        if (goesByName && isOneUnnamed && !mayHaveNames) {
            throw deaths.death(
                    Step.INITIALIZE,
                    null,
                    offsets == null ? null : "offsets/" + offsets.batchId(),
                    errors.sourcesUnnamed(),
                    Advices.SOURCES_UNNAMED);
        }
        List<String> names = goesByName || mayHaveNames
                ? new SourceNames(query, sources, storage).of(offsets == null ? null : offsets.entry(), notes)
                : List.of();
        for (int i = 0; i < query.sources().size(); i++) {
            sourceIds.add(goesByName ? names.get(i) : Integer.toString(i));
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

    private Resume populate(QueryLogs.@Nullable Entry<OffsetEntry> offsets) throws IOException {
        if (offsets == null) {
            return fresh();
        }
        long batchId = offsets.batchId();
        OffsetEntry entry = offsets.entry();
        offsetVersion = entry.version();
        newestMetadata = entry.metadata();
        List<@Nullable String> end = progress(entry, batchId);
        newestEnd = end;
        OffsetEntry previous = previous(batchId);
        List<@Nullable String> start = previous == null ? begin() : progress(previous, batchId - 1);
        if (newestMetadata != null) {
            pin(newestMetadata, "offsets/" + batchId);
        } else {
            pinned = new ConfPinning(behaviour, session).fresh();
        }
        resume = new Resume(batchId, Resume.Kind.RERUN, watermarkMs(), ranges(start, end));
        QueryLogs.Entry<CommitEntry> commit = newestCommits();
        if (commit == null) {
            return resume;
        }
        if (commit.batchId() == batchId) {
            askAgain(start, end, false);
            return next(batchId, commit.entry(), moved(start, end));
        }
        if (commit.batchId() == batchId - 1) {
            askAgain(start, end, true);
        }
        return resume;
    }

    private Resume next(long batchId, CommitEntry commit, List<@Nullable String> end) {
        Optional<String> untold = ledger.whyUntold(batchId);
        if (untold.isPresent()) {
            throw new UndecidedException(untold.get());
        }
        if (newestMetadata == null) {
            throw deaths.death(
                    Step.INITIALIZE,
                    batchId,
                    "offsets/" + batchId,
                    errors.noWatermarkTrackerAtStart(),
                    Advices.metadataLineEmpty("offsets/" + batchId));
        }
        if (commit.equals(QueryLogs.NULL_COMMIT)) {
            String path = "commits/" + batchId;
            throw deaths.death(
                    Step.INITIALIZE, batchId, path, errors.nullCommitOfWatermark(), Advices.commitSaysNull(path));
        }
        long watermarkMs = Math.max(newestMetadata.watermarkMs(), commit.nextWatermarkMs());
        Resume found = new Resume(
                batchId + 1, Resume.Kind.NEW, watermarkMs, ranges(end, Collections.nCopies(end.size(), null)));
        resume = found;
        return found;
    }

    /** A source without an offset in the newest entry stays where the entry before it says. */
    private static List<@Nullable String> moved(List<@Nullable String> start, List<@Nullable String> end) {
        List<@Nullable String> moved = new ArrayList<>();
        for (int i = 0; i < end.size(); i++) {
            moved.add(end.get(i) == null ? start.get(i) : end.get(i));
        }
        return moved;
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
        boolean isFile =
                storage.stat(directory).filter(entry -> !entry.isDirectory()).isPresent();
        if (!names.isEmpty() || isFile) {
            throw deaths.death(
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
            return before.isEmpty() ? null : logs.offsets(before.getAsLong(), QueryLogs.Lookup.LISTED);
        }
        return logs.offsets(batchId - 1, QueryLogs.Lookup.BY_ID);
    }

    private List<@Nullable String> progress(OffsetEntry entry, long batchId) {
        List<@Nullable String> offsets = new ArrayList<>();
        if (entry.version() == OffsetEntry.MAP) {
            for (String id : sourceIds) {
                offsets.add(entry.source(id)
                        .filter(line -> !line.isVoid())
                        .map(SourceLine::text)
                        .orElse(null));
            }
            return offsets;
        }
        int asked = query.sources().size();
        if (entry.sources().size() != asked) {
            throw deaths.death(
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
        trace.add(new EngineEvent.ConfsPinned(Step.PIN_CONFS, (int)
                pinned.stream().filter(PinnedConf::isOverridden).count()));
        if (!refusals.isEmpty()) {
            ConfPinning.Refusal refusal = refusals.get(0);
            throw deaths.death(
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
        refuse(step, sources.source(source).faultOf(range));
    }

    private void refuse(Step step, Optional<SourceChecks.Fault> fault) {
        if (fault.isPresent()) {
            Long batchId = resume == null ? null : Long.valueOf(resume.batchId());
            throw deaths.death(
                    step,
                    batchId,
                    fault.get().file(),
                    fault.get().error(),
                    fault.get().advice());
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
        identifySources(behaviour.readsOffsetsBeforeSources() ? logs.newestOffsets() : null);
        makeSources();
        QueryLogs.Entry<CommitEntry> commit = newestCommits();
        if (commit == null) {
            Resume found = new Resume(0, Resume.Kind.NEW, 0, ranges(begin(), begin()));
            resume = found;
            return found;
        }
        long epoch = commit.batchId();
        if (checkpoint.offsets().read(epoch).isEmpty()) {
            throw deaths.death(
                    Step.INITIALIZE,
                    epoch,
                    "offsets/" + epoch,
                    errors.epochWithoutOffsets(epoch),
                    Advices.epochWithoutOffsets(epoch));
        }
        OffsetEntry entry = logs.offsets(epoch, QueryLogs.Lookup.LISTED);
        if (entry.version() == OffsetEntry.MAP) {
            throw deaths.death(
                    Step.INITIALIZE, epoch, "offsets/" + epoch, errors.continuousOffsetMap(), Advices.CONTINUOUS_MAP);
        }
        newestMetadata = entry.metadata();
        List<@Nullable String> start = progress(entry, epoch);
        requireContinuousOffsets(start, epoch);
        Resume found =
                new Resume(epoch + 1, Resume.Kind.NEW, 0, ranges(start, Collections.nCopies(start.size(), null)));
        resume = found;
        return found;
    }
}
