package dev.tidemark.engine;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.BatchSource;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.StateUse;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.sink.BatchSink;
import dev.tidemark.sink.delta.DeltaBatchSink;
import dev.tidemark.sink.file.FileBatchSink;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;
import org.jspecify.annotations.Nullable;

/**
 * Batch after batch in Spark's order of steps, from where a start took up its place until there is nothing more to do.
 * Authority: Spark 4.1 MicroBatchExecution.executeOneBatch, constructNextBatch, runBatch, markMicroBatchEnd.
 */
final class MicroBatchLoop {
    /** A query that is still at it after so many batches is not followed further. */
    private static final int MOST_BATCHES = 100_000;

    /** Of a query that never catches up, so many batches are followed. */
    private static final int ENDLESS_BATCHES = 10;

    private static final String ASYNC_PURGE =
            "async progress tracking purges the logs while it writes them: the oldest entry of"
                    + " offsets that is left may be gone too";
    private static final String FOREACH_BATCH = "foreachbatch";
    private static final Set<String> USER_SINKS = Set.of(FOREACH_BATCH, "foreach");

    private final QueryDescription query;
    private final SparkBehaviour behaviour;
    private final SessionConf session;
    private final QueryStart start;
    private final SourceChecks sources;
    private final OverlayStorage storage;
    private final Checkpoint checkpoint;
    private final World world;
    private final StateModel state;
    private Operators operators;
    private final Reach reach;
    private final LogFiles files;
    private final Ledger ledger;
    private final Trace trace;

    private final List<PredictedBatch> batches = new ArrayList<>();
    private final List<String> untold = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final EventTimes eventTimes;
    private final DataFileChecks dataFiles;
    private final SinkStep output;
    private final LogPurge purge;
    private final AsyncProgress async;
    private WatermarkTracker watermark = new WatermarkTracker("min", 0);
    private @Nullable BatchSink sink;
    private List<@Nullable String> from = List.of();
    /** Behind what sources are asked for more: the newest entry, where that is not what was read. */
    private List<@Nullable String> known = List.of();

    private @Nullable Long evictedMs;
    private boolean isFirst = true;

    MicroBatchLoop(Parts parts, Reach reach, Trace trace) {
        this.query = parts.query();
        this.behaviour = parts.behaviour();
        this.session = new SessionConf(query, behaviour);
        this.start = parts.start();
        this.sources = parts.sources();
        this.storage = parts.storage();
        this.checkpoint = Checkpoint.in(storage);
        this.files = parts.files();
        this.ledger = parts.ledger();
        this.world = parts.world();
        this.state = parts.state();
        this.operators = new Operators(query, Map.of(), Map.of());
        this.eventTimes = new EventTimes(query, world);
        this.dataFiles = new DataFileChecks(query, start, eventTimes);
        this.output = new SinkStep(query, start, ledger, trace);
        this.purge = new LogPurge(storage, session, trace);
        this.async = new AsyncProgress(query);
        this.reach = reach;
        this.trace = trace;
    }

    /** What a loop is made of. */
    record Parts(
            QueryDescription query,
            SparkBehaviour behaviour,
            QueryStart start,
            SourceChecks sources,
            OverlayStorage storage,
            LogFiles files,
            Ledger ledger,
            World world,
            StateModel state) {}

    /** The batches so far, completed or not. */
    List<PredictedBatch> batches() {
        return batches;
    }

    /** Why the batches that ran may yet fail: code of the user's that no file shows; null when there is none. */
    @Nullable
    String userCode() {
        SinkDescription description = query.sink();
        boolean ran = batches.stream().anyMatch(PredictedBatch::isCompleted);
        if (!ran
                || description == null
                || !USER_SINKS.contains(description.format().toLowerCase(Locale.ROOT))) {
            return null;
        }
        return "whether the function that " + description.format() + " calls takes the batches is not in any file";
    }

    /** What was passed over on the way and may matter. */
    List<String> untold() {
        return untold;
    }

    /** What should be known of a query that waits for data, and does not show in it. */
    List<String> notes() {
        return notes;
    }

    /**
     * Runs until the query stops, has nothing to do, or has run as many batches as are to be followed.
     *
     * @throws QueryDeathException when the query dies
     * @throws UndecidedException when the evidence does not tell how it goes on
     */
    void run(Resume resume) throws IOException {
        requireSinkAtHand();
        sink = world.sink(start.queryId(), ledger);
        operators = new Operators(query, state.operatorNames(), state.timeModes());
        watermark = new WatermarkTracker(policy(), resume.watermarkMs());
        from = new ArrayList<>();
        resume.sources().forEach(range -> from.add(range.start()));
        boolean asksBehindEntry =
                !behaviour.startsVoidSourcesOver() && start.newestEnd().size() == from.size();
        known = asksBehindEntry ? start.newestEnd() : from;
        if (query.trigger() instanceof Trigger.AvailableNow) {
            for (int i = 0; i < sources.count(); i++) {
                prepare(i);
            }
        }
        long batchId = resume.batchId();
        int done = 0;
        if (resume.kind() == Resume.Kind.RERUN) {
            List<@Nullable String> end = new ArrayList<>();
            resume.sources().forEach(range -> end.add(range.end()));
            execute(new Batch(batchId, BatchKind.RERUN, resume.watermarkMs(), from, moved(from, end)));
            known = end;
            if (behaviour.startsVoidSourcesOver()) {
                from = end;
            }
            batchId++;
            done++;
        }
        boolean isSingle = runsSingleBatch();
        while (!isEnough(done, batchId) && !(isSingle && done > 0)) {
            trace.enters(batchId);
            Batch next = construct(batchId);
            if (next == null) {
                trace.add(new EngineEvent.CaughtUp(Step.CONSTRUCT));
                noteWaiting();
                return;
            }
            execute(next);
            batchId++;
            done++;
        }
    }

    private void noteWaiting() throws IOException {
        for (int i = 0; i < sources.count() && i < known.size(); i++) {
            String offset = known.get(i);
            Optional<String> caution =
                    offset == null ? Optional.empty() : sources.source(i).caution(offset);
            if (caution.isPresent()) {
                notes.add("source " + i + " " + caution.get());
            }
        }
    }

    /** A sink of recorded batches that is not there is no empty one: it was lost, or it was not given. */
    private void requireSinkAtHand() throws IOException {
        SinkDescription description = query.sink();
        Checkpoint recorded = Checkpoint.in(storage.base());
        if (description == null || recorded.offsets().list().batches().isEmpty()) {
            return;
        }
        switch (world.sinkPlace()) {
            case NOT_AT_HAND ->
                throw new UndecidedException(
                        "what the sink holds is not in the files that were given: nothing is at " + description.path());
            case GONE -> {
                if (!recorded.commits().list().batches().isEmpty()) {
                    notes.add("nothing is at " + description.path() + ", the sink of batches that were committed: it is"
                            + " made anew, without what they wrote");
                }
            }
            case THERE -> {
                // as it should be
            }
        }
    }

    private void prepare(int source) throws IOException {
        try {
            sources.source(source).prepareForAvailableNow();
        } catch (SourceFailureException refused) {
            throw start.deaths().death(Step.INITIALIZE, null, LiveSource.faultOf(refused));
        } catch (SourceUndecidedException undecided) {
            throw new UndecidedException(undecided.reason());
        }
    }

    private boolean isEnough(int done, long batchId) throws IOException {
        if (reach.batches() == null && done >= ENDLESS_BATCHES && neverEnds()) {
            untold.add("the query never catches up: a source always has a next batch. The first " + done
                    + " batches were followed");
            return true;
        }
        if (done >= MOST_BATCHES) {
            throw new UndecidedException("it was still going on after " + MOST_BATCHES + " batches");
        }
        Long last = reach.lastBatchId();
        return (reach.batches() != null && done >= reach.batches()) || (last != null && batchId > last);
    }

    private boolean neverEnds() throws IOException {
        boolean neverEnds = false;
        for (int i = 0; i < sources.count(); i++) {
            neverEnds |= sources.source(i).neverEnds();
        }
        return neverEnds;
    }

    /** Authority: Spark 4.1 MicroBatchExecution.getTrigger, and uniqueSources for the limits. */
    private boolean runsSingleBatch() throws IOException {
        boolean fallsBack =
                query.trigger() instanceof Trigger.AvailableNow && behaviour.availableNowFallsBackToOneBatch();
        for (int i = 0; fallsBack && i < sources.count(); i++) {
            if (!sources.source(i).supportsAvailableNow()) {
                return !query.conf("spark.sql.streaming.triggerAvailableNowWrapper.enabled")
                        .filter(value -> value.trim().equalsIgnoreCase("true"))
                        .isPresent();
            }
        }
        return query.trigger() instanceof Trigger.Once;
    }

    private String policy() {
        return start.pinned().stream()
                .filter(conf -> conf.key().equals("spark.sql.streaming.multipleWatermarkPolicy"))
                .map(PinnedConf::used)
                .findFirst()
                .orElse("min");
    }

    private static List<@Nullable String> moved(List<@Nullable String> start, List<@Nullable String> end) {
        List<@Nullable String> moved = new ArrayList<>();
        for (int i = 0; i < end.size(); i++) {
            moved.add(end.get(i) == null ? start.get(i) : end.get(i));
        }
        return moved;
    }

    // constructing

    private @Nullable Batch construct(long batchId) throws IOException {
        files.during(Step.CONSTRUCT);
        List<@Nullable String> end = new ArrayList<>();
        boolean hasData = false;
        for (int i = 0; i < sources.count(); i++) {
            String latest = latestOffset(i, batchId);
            trace.add(new EngineEvent.OffsetAsked(Step.CONSTRUCT, i, known.get(i), latest));
            end.add(latest == null ? known.get(i) : latest);
            hasData |= latest != null && !latest.equals(from.get(i));
        }
        long watermarkMs = currentWatermarkMs();
        boolean wantsNoData = evictedMs != null && noDataBatches() && operators.wantNoDataBatch(evictedMs, watermarkMs);
        if (!hasData && !wantsNoData) {
            return null;
        }
        if (async.isOn()) {
            async.offsetsAreDue(batchId);
            writeOffsets(batchId, watermarkMs, end);
            boolean isPurged = purge.byCount(batchId);
            if (isPurged && !untold.contains(ASYNC_PURGE)) {
                untold.add(ASYNC_PURGE);
            }
        } else {
            writeOffsets(batchId, watermarkMs, end);
            tellSources(batchId);
            purge.byNumber(batchId);
        }
        return new Batch(batchId, hasData ? BatchKind.NEW : BatchKind.NO_DATA, watermarkMs, from, end);
    }

    private long currentWatermarkMs() {
        if (!watermark.isKnown()) {
            throw new UndecidedException(eventTimes.whyUnknown() + bounds());
        }
        return watermark.currentMs();
    }

    private String bounds() {
        String least = ": it is at least " + Instant.ofEpochMilli(watermark.currentMs());
        return least
                + watermark
                        .bounds()
                        .bound()
                        .map(most -> " and at most " + Instant.ofEpochMilli(most))
                        .orElse("");
    }

    private boolean noDataBatches() {
        return query.conf("spark.sql.streaming.noDataMicroBatches.enabled")
                .map(value -> !value.trim().equalsIgnoreCase("false"))
                .orElse(true);
    }

    private @Nullable String latestOffset(int index, long batchId) throws IOException {
        SourceChecks.Source source = sources.source(index);
        if (!source.isFollowed()) {
            start.askToStart(index, new Resume.Range(known.get(index), null));
            SourceDescription description = query.sources().get(index);
            throw new UndecidedException("what source " + index + " (" + description.format()
                    + ") holds now is not in the files that were given"
                    + (description.path() == null ? "" : ": nothing is at " + description.path()));
        }
        if (isWrapped(source)) {
            start.askToStart(index, new Resume.Range(from.get(index), null));
        }
        try {
            boolean takesAll = runsSingleBatch();
            ReadLimit limit = takesAll ? new ReadLimit.AllAvailable() : source.defaultReadLimit();
            return source.latestOffset(known.get(index), limit);
        } catch (SourceFailureException refused) {
            throw death(Step.CONSTRUCT, batchId, LiveSource.faultOf(refused));
        } catch (SourceUndecidedException undecided) {
            throw new UndecidedException(undecided.reason());
        }
    }

    /**
     * Whether the trigger wraps a source that it does not fit; the wrapper is handed the start offset, which is read for it.
     * Authority: Spark 3.5 and 4.1 MicroBatchExecution.getStartOffset.
     */
    private boolean isWrapped(SourceChecks.Source source) throws IOException {
        return query.trigger() instanceof Trigger.AvailableNow && !source.supportsAvailableNow() && !runsSingleBatch();
    }

    private QueryDeathException death(Step step, long batchId, SourceChecks.Fault fault) {
        return start.deaths().death(step, batchId, fault);
    }

    private void writeOffsets(long batchId, long watermarkMs, List<@Nullable String> end) throws IOException {
        OffsetMetadata newest = start.newestMetadata();
        long timestampMs = newest == null ? 0 : newest.timestampMs();
        boolean isFirstRun = newest == null;
        int version = start.offsetVersion();
        List<PinnedConf> confs = start.pinned().stream()
                .filter(conf -> !(isFirstRun
                        && version == OffsetEntry.MAP
                        && conf.key().equals(SessionConf.SHUFFLE_PARTITIONS)))
                .toList();
        OffsetText.Head head = new OffsetText.Head(version, watermarkMs, timestampMs, confs);
        String text = OffsetText.entry(head, start.sourceIds(), end);
        start.requireLogDirectory(Step.CONSTRUCT, Checkpoint.OFFSETS, batchId);
        StoragePath path = Checkpoint.OFFSETS.child(Long.toString(batchId));
        if (storage.stat(path).isPresent()) {
            throw start.deaths()
                    .death(
                            Step.CONSTRUCT,
                            batchId,
                            path.value(),
                            start.errors().concurrentLogUpdate(batchId),
                            Advices.directoryInTheWay(path.value()));
        }
        files.during(Step.WRITE_OFFSETS);
        files.write(path, text);
    }

    private void tellSources(long batchId) throws IOException {
        if (batchId == 0) {
            return;
        }
        files.during(Step.COMMIT_SOURCE);
        for (int i = 0; i < sources.count(); i++) {
            String done = known.get(i);
            if (done != null) {
                try {
                    sources.source(i).commit(done);
                    trace.add(new EngineEvent.SourceCommitted(Step.COMMIT_SOURCE, i, done));
                } catch (SourceFailureException refused) {
                    throw death(Step.CONSTRUCT, batchId, LiveSource.faultOf(refused));
                }
            }
        }
    }

    // running

    private void execute(Batch batch) throws IOException {
        trace.enters(batch.batchId());
        List<BatchSource> read = new ArrayList<>();
        try {
            List<SourceBatch> inputs = getBatches(batch);
            boolean isSkipped = sink != null && sink.skips(batch.batchId());
            List<SourceBatch> counted = counted(batch, inputs);
            for (int i = 0; i < inputs.size(); i++) {
                read.add(new BatchSource(
                        batch.start().get(i), batch.end().get(i), isSkipped ? SourceBatch.EMPTY : counted.get(i)));
            }
            if (isFirst) {
                state.plan(batch.batchId(), idle(batch).size() == sources.count());
                requireStatelessIfAsync(batch.batchId());
            }
            trace.add(new EngineEvent.Planned(Step.PLAN, operators.all().size(), isFirst));
            if (!isSkipped) {
                runTasks(batch, inputs);
                trace.add(rowsRead(inputs));
                writeState(batch.batchId());
            }
            BatchSink.Outcome outcome = output.send(sink, batch, isSkipped);
            eventTimes.see(isSkipped ? null : inputs);
            watermark.update(eventTimes.seen());
            trace.add(new EngineEvent.WatermarkTaken(Step.WATERMARK, batch.watermarkMs(), knownWatermarkMs()));
            if (isSkipped) {
                state.skipped(batch.batchId());
            }
            commit(batch, read, outcome, isSkipped);
        } catch (QueryDeathException | UndecidedException | StoppedException ended) {
            batches.add(new PredictedBatch(
                    batch.batchId(),
                    batch.kind(),
                    false,
                    new PredictedBatch.Watermark(batch.watermarkMs(), null),
                    read.isEmpty() ? unread(batch) : read,
                    List.of(),
                    BatchSink.Outcome.UNKNOWN));
            throw ended;
        }
        from = moved(from, batch.end());
        known = batch.end();
        evictedMs = batch.watermarkMs();
        isFirst = false;
        reportProgress(batch.batchId());
    }

    /** Data files are met first where a shuffle lies between them and the state: its first stage fails before a second begins. */
    private void runTasks(Batch batch, List<SourceBatch> inputs) throws IOException {
        boolean isReadFirst = state.isLoadedBehindShuffle(files(inputs));
        if (isReadFirst) {
            requireDataFiles(batch, inputs);
        }
        Set<Integer> idle = idle(batch);
        if (isFirst) {
            state.checkInTasks(batch.batchId());
            if (!idle.isEmpty()) {
                state.planIdle(batch.batchId(), idle);
            }
        }
        loadState(batch.batchId());
        if (!isReadFirst) {
            requireDataFiles(batch, inputs);
        }
    }

    private void requireDataFiles(Batch batch, List<SourceBatch> inputs) throws IOException {
        boolean writesFiles = sink instanceof FileBatchSink || sink instanceof DeltaBatchSink;
        try {
            dataFiles.require(batch, inputs, writesFiles && operators.all().isEmpty());
        } finally {
            String notAtHand = eventTimes.notAtHand();
            if (notAtHand != null && !untold.contains(notAtHand)) {
                untold.add(notAtHand);
            }
        }
    }

    private static @Nullable Integer files(List<SourceBatch> inputs) {
        Integer files = 0;
        for (SourceBatch input : inputs) {
            files = files == null || input.files() == null
                    ? null
                    : Integer.valueOf(files + input.files().size());
        }
        return files;
    }

    private Set<Integer> idle(Batch batch) {
        return IntStream.range(0, sources.count())
                .filter(source -> batch.isIdle(source))
                .boxed()
                .collect(Collectors.toSet());
    }

    /**
     * Inputs with their rows as progress tells them. Authority: Spark 3.5 ProgressReporter.extractSourceToNumInputRows: an idle
     * source of a union is optimized away (PropagateEmptyRelation) unless it bears a watermark, and no source's rows are
     * counted then. How often the function of foreachBatch reads the rows it is given, if at all, is in no file.
     */
    private List<SourceBatch> counted(Batch batch, List<SourceBatch> inputs) {
        if (query.sink() != null && query.sink().format().equalsIgnoreCase(FOREACH_BATCH)) {
            return inputs.stream()
                    .map(input -> input.equals(SourceBatch.EMPTY)
                            ? input
                            : new SourceBatch(input.files(), null, input.timestampMs()))
                    .toList();
        }
        boolean hasV1 = query.sources().stream()
                .anyMatch(source -> SourceKind.of(source).isV1());
        boolean isUnion = operators.all().stream()
                .noneMatch(operator -> String.valueOf(operator.name()).startsWith("symmetricHashJoin"));
        boolean isOneGone = false;
        for (int i = 0; i < inputs.size(); i++) {
            isOneGone |= batch.isIdle(i) && query.sources().get(i).watermark() == null;
        }
        if (behaviour.countsRowsOfEachScan() || !hasV1 || !isUnion || !isOneGone) {
            return inputs;
        }
        return inputs.stream()
                .map(input -> new SourceBatch(input.files(), 0L, input.timestampMs()))
                .toList();
    }

    /** Authority: ProgressContext.finishTrigger, which asks each source for its metrics. */
    private void reportProgress(long batchId) throws IOException {
        for (int i = 0; i < sources.count(); i++) {
            try {
                sources.source(i).reportProgress();
            } catch (SourceFailureException refused) {
                throw death(Step.COMMIT, batchId, LiveSource.faultOf(refused));
            }
        }
    }

    private void requireStatelessIfAsync(long batchId) {
        if (async.isOn() && !operators.all().isEmpty()) {
            throw start.deaths()
                    .death(Step.PLAN, batchId, null, start.errors().asyncStateful(), Advices.ASYNC_STATEFUL);
        }
    }

    private @Nullable Long knownWatermarkMs() {
        return watermark.isKnown() ? Long.valueOf(watermark.currentMs()) : null;
    }

    private void loadState(long batchId) throws IOException {
        state.load(batchId);
        for (OperatorDescription operator : operators.all()) {
            trace.add(new EngineEvent.StateLoaded(Step.LOAD_STATE, operator.operatorId(), batchId));
        }
    }

    private void writeState(long batchId) {
        for (EngineEvent.Extent extent : EngineEvent.Extent.values()) {
            for (OperatorDescription operator : operators.all()) {
                boolean isLast =
                        operator.equals(operators.all().get(operators.all().size() - 1));
                if (isLast && extent == EngineEvent.Extent.COMPLETE) {
                    ledger.stateWritten(batchId + 1);
                }
                trace.add(new EngineEvent.StateWritten(Step.COMMIT_STATE, operator.operatorId(), batchId + 1, extent));
            }
        }
    }

    private static EngineEvent rowsRead(List<SourceBatch> inputs) {
        Long rows = 0L;
        for (SourceBatch input : inputs) {
            rows = rows == null || input.rows() == null ? null : Long.valueOf(rows + input.rows());
        }
        Integer files = files(inputs);
        return new EngineEvent.RowsRead(Step.RUN, rows, files);
    }

    private List<BatchSource> unread(Batch batch) {
        List<BatchSource> ranges = new ArrayList<>();
        for (int i = 0; i < batch.end().size(); i++) {
            ranges.add(new BatchSource(batch.start().get(i), batch.end().get(i), new SourceBatch(null, null)));
        }
        return ranges;
    }

    private List<SourceBatch> getBatches(Batch batch) throws IOException {
        files.during(Step.GET_BATCH);
        List<SourceBatch> inputs = new ArrayList<>();
        for (int i = 0; i < sources.count(); i++) {
            String begin = batch.start().get(i);
            String end = batch.end().get(i);
            if (end == null || batch.isIdle(i)) {
                inputs.add(SourceBatch.EMPTY);
                continue;
            }
            try {
                start.ask(Step.RUN, i, new Resume.Range(begin, end));
                inputs.add(eventTimes.withoutLost(i, sources.source(i).batch(begin, end)));
                trace.add(new EngineEvent.SourceAsked(Step.GET_BATCH, i, begin, end));
            } catch (SourceFailureException refused) {
                throw death(Step.RUN, batch.batchId(), LiveSource.faultOf(refused));
            } catch (SourceUndecidedException undecided) {
                throw new UndecidedException(undecided.reason());
            }
        }
        return inputs;
    }

    private void commit(Batch batch, List<BatchSource> read, BatchSink.Outcome outcome, boolean isSkipped)
            throws IOException {
        long batchId = batch.batchId();
        if (batch.kind() == BatchKind.RERUN && start.newestMetadata() == null) {
            throw start.deaths()
                    .death(
                            Step.COMMIT,
                            batchId,
                            "offsets/" + batchId,
                            start.errors().noWatermarkTrackerAtEnd(),
                            Advices.metadataLineEmpty("offsets/" + batchId));
        }
        start.requireLogDirectory(Step.COMMIT, Checkpoint.COMMITS, batchId);
        StoragePath path = Checkpoint.COMMITS.child(Long.toString(batchId));
        if (storage.stat(path).isPresent()) {
            throw start.deaths()
                    .death(
                            Step.COMMIT,
                            batchId,
                            path.value(),
                            start.errors().concurrentLogUpdate(batchId),
                            storage.stat(path).filter(FileEntry::isDirectory).isPresent()
                                    ? Advices.directoryInTheWay(path.value())
                                    : Advices.commitsAhead(batchId, commitsFrom(batchId + 1)));
        }
        boolean isKnown = watermark.isKnown();
        String text = isKnown ? commitText(watermark.currentMs()) : null;
        files.during(Step.COMMIT);
        files.write(path, text == null ? standIn(batchId, isKnown) : text, text);
        Long nextMs = isKnown ? Long.valueOf(watermark.currentMs()) : null;
        batches.add(new PredictedBatch(
                batchId,
                batch.kind(),
                true,
                new PredictedBatch.Watermark(batch.watermarkMs(), nextMs),
                read,
                isSkipped ? List.of() : stateUses(batchId),
                outcome));
    }

    /** What a reader of the simulated log finds where the commit's text is not known. */
    private String standIn(long batchId, boolean isWatermarkKnown) {
        boolean namesSinks = behaviour.hasQueryEvolution() && session.enforcesSinkName();
        if (!isWatermarkKnown) {
            ledger.commitUntold(batchId, eventTimes.whyUnknown() + bounds());
        } else if (namesSinks) {
            ledger.commitUntold(batchId, "commits/" + batchId + " names the sink in a way that is not known here");
        }
        return OffsetText.statelessCommit(watermark.currentMs())
                .replaceFirst("^v2", "v" + session.checkpointFormatVersion());
    }

    private List<StateUse> stateUses(long batchId) {
        List<StateUse> uses = new ArrayList<>();
        operators.all().forEach(operator -> uses.add(new StateUse(operator.operatorId(), batchId, batchId + 1)));
        return uses;
    }

    private List<Long> commitsFrom(long batchId) throws IOException {
        BatchIds commits = checkpoint.commits().list().batches();
        return commits.stream().filter(id -> id >= batchId).boxed().toList();
    }

    /** The commit's text; null when ids that Spark draws are in it. */
    private @Nullable String commitText(long nextWatermarkMs) {
        if (behaviour.hasQueryEvolution() && session.enforcesSinkName()) {
            return null;
        }
        return switch (session.checkpointFormatVersion()) {
            case 1 -> OffsetText.commit(nextWatermarkMs);
            case 2 -> query.isDeclaredStateless() ? OffsetText.statelessCommit(nextWatermarkMs) : null;
            default -> null;
        };
    }
}
