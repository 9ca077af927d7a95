package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.BatchSource;
import dev.tidemark.engine.RestartPrediction.LogChanges;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.sink.BatchSink;
import dev.tidemark.source.SourceBatch;
import org.jspecify.annotations.Nullable;

/** Predicts a restart as far as the logs decide it. */
public final class RestartEngine {
    private static final String STOPPED = "it was stopped on the way";

    private final QueryDescription query;
    private final SparkBehaviour behaviour;
    private final OverlayStorage storage;
    private final Checkpoint checkpoint;
    private final Trace trace;
    private final LogFiles files;
    private final Ledger ledger;
    private final UserCode onUserCode;
    private final List<String> unknown = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<PredictedBatch> batches = new ArrayList<>();
    private final List<LogChanges.Written> written = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();
    private final SourceChecks sources;
    private final QueryStart start;

    private final Reach reach;
    private final Readings readings;

    /** What a run begins over, and what it leaves its marks on. */
    record Ground(OverlayStorage checkpoint, Readings readings, Ledger ledger, Trace trace, UserCode userCode) {}

    /** What becomes of a run that goes well but for a function of the user's, which is in no file. */
    enum UserCode {
        UNDECIDED,
        SUPPOSED_TO_WORK
    }

    RestartEngine(QueryDescription query, SparkVersion version, Ground ground, Reach reach) {
        this.query = query;
        this.reach = reach;
        this.readings = ground.readings();
        Places places = readings.places();
        this.behaviour = SparkBehaviour.of(version);
        this.storage = ground.checkpoint();
        this.trace = ground.trace();
        this.ledger = ground.ledger();
        this.onUserCode = ground.userCode();
        this.files = new LogFiles(storage, trace);
        this.checkpoint = Checkpoint.in(storage);
        SparkErrors errors = new SparkErrors(behaviour, places.named(storage));
        this.sources = new SourceChecks(query, storage, readings, errors);
        this.start = new QueryStart(query, behaviour, storage, errors, sources, files, trace, ledger);
    }

    /**
     * What happens when the query is started on the checkpoint.
     *
     * @throws IOException when a directory of the checkpoint cannot be listed
     */
    public static RestartPrediction predict(
            QueryDescription query, SparkVersion version, Storage checkpointStorage, Places places, Reach reach)
            throws IOException {
        OverlayStorage overlay = OverlayStorage.over(checkpointStorage);
        try (Readings readings = Readings.of(places)) {
            Ground ground = new Ground(overlay, readings, new Ledger(), Trace.toTheEnd(), UserCode.UNDECIDED);
            return new RestartEngine(query, version, ground, reach).predict();
        }
    }

    /** Runs until the query ends, has caught up, is as far as is to be followed, or is stopped by its trace. */
    RestartPrediction predict() throws IOException {
        if (reach.followsBatches() && !(query.trigger() instanceof Trigger.Continuous)) {
            return follow();
        }
        try {
            requireKnownVersion();
            Resume resume = start.run();
            afterStart(resume);
            if (reach.followsBatches()) {
                unknown.add("what comes after batch " + resume.batchId() + " was not followed");
            }
            return prediction(Verdict.UNKNOWN, null);
        } catch (QueryDeathException died) {
            return prediction(Verdict.FAILS, died.failure());
        } catch (UndecidedException undecided) {
            unknown.add(undecided.reason());
            return prediction(Verdict.UNKNOWN, null);
        } catch (StoppedException stopped) {
            unknown.add(STOPPED);
            return prediction(Verdict.UNKNOWN, null);
        }
    }

    /** Follows the query through its batches, with what the sources, the state and the sink hold. */
    private RestartPrediction follow() throws IOException {
        World world = new World(query, storage, files, readings.places().named(storage), readings, reach);
        MicroBatchLoop loop = new MicroBatchLoop(
                new MicroBatchLoop.Parts(
                        query,
                        behaviour,
                        start,
                        sources,
                        storage,
                        files,
                        ledger,
                        world,
                        new StoredState(query, behaviour, start, checkpoint, ledger, readings)),
                reach,
                trace);
        Verdict verdict = Verdict.RUNS;
        Failure failure = null;
        try {
            requireKnownVersion();
            world.follow(sources, behaviour);
            loop.run(start.run());
            String userCode = loop.userCode();
            if (userCode != null && onUserCode == UserCode.UNDECIDED) {
                throw new UndecidedException(userCode);
            }
        } catch (QueryDeathException died) {
            verdict = Verdict.FAILS;
            failure = died.failure();
        } catch (UndecidedException undecided) {
            verdict = Verdict.UNKNOWN;
            unknown.add(undecided.reason());
        } catch (StoppedException stopped) {
            verdict = Verdict.UNKNOWN;
            unknown.add(STOPPED);
        } catch (IOException refused) {
            verdict = Verdict.UNKNOWN;
            unknown.add("what the query reads was not handed out: " + refused.getMessage());
        }
        batches.addAll(loop.batches());
        unknown.addAll(loop.untold());
        notes.addAll(loop.notes());
        written.addAll(trace.written());
        return prediction(verdict, failure);
    }

    private void requireKnownVersion() {
        if (!behaviour.version().isKnown()) {
            throw new UndecidedException(
                    "the rules of Spark " + behaviour.version() + " are not known here; known are 3.5 to 4.2");
        }
    }

    private RestartPrediction prediction(Verdict verdict, @Nullable Failure failure) {
        unknown.addAll(start.notes());
        storage.deleted().forEach(path -> deleted.add(path.value()));
        return new RestartPrediction(
                verdict,
                unknown,
                notes,
                start.resume(),
                start.pinned(),
                failure,
                batches,
                new LogChanges(written, deleted),
                trace.entries());
    }

    private void afterStart(Resume resume) throws IOException {
        if (query.trigger() instanceof Trigger.Continuous) {
            unknown.add("continuous processing is followed up to its start only");
        } else if (resume.kind() == Resume.Kind.RERUN) {
            rerun(resume);
        } else {
            construct(resume);
        }
    }

    private void rerun(Resume resume) throws IOException {
        long batchId = resume.batchId();
        for (int i = 0; i < resume.sources().size(); i++) {
            Resume.Range range = resume.sources().get(i);
            if (range.end() != null && !range.end().equals(range.start())) {
                start.ask(Step.RUN, i, range);
            }
        }
        start.requireLogDirectory(Step.COMMIT, Checkpoint.COMMITS, batchId);
        boolean isCommitted = checkpoint.commits().read(batchId).isPresent();
        if (start.newestMetadata() == null) {
            rerunDies(resume);
            throw start.deaths()
                    .death(
                            Step.COMMIT,
                            batchId,
                            "offsets/" + batchId,
                            start.errors().noWatermarkTrackerAtEnd(),
                            Advices.metadataLineEmpty("offsets/" + batchId));
        }
        if (isCommitted) {
            rerunDies(resume);
            throw start.deaths()
                    .death(
                            Step.COMMIT,
                            batchId,
                            "commits/" + batchId,
                            start.errors().concurrentLogUpdate(batchId),
                            Advices.commitsAhead(batchId, commitsFrom(batchId + 1)));
        }
        unknown.add("whether batch " + batchId + " runs through was not checked: " + unchecked());
        written.add(new LogChanges.Written("commits/" + batchId, commitContent(resume.watermarkMs())));
        batches.add(begun(resume));
    }

    private static PredictedBatch begun(Resume resume) {
        List<BatchSource> ranges = resume.sources().stream()
                .map(range -> new BatchSource(range.start(), range.end(), new SourceBatch(null, null)))
                .toList();
        BatchKind kind = resume.kind() == Resume.Kind.RERUN ? BatchKind.RERUN : BatchKind.NEW;
        return new PredictedBatch(
                resume.batchId(),
                kind,
                false,
                new PredictedBatch.Watermark(resume.watermarkMs(), null),
                ranges,
                List.of(),
                BatchSink.Outcome.UNKNOWN);
    }

    private void rerunDies(Resume resume) {
        batches.add(begun(resume));
        unknown.add("batch " + resume.batchId() + " may fail sooner with another error: " + unchecked());
    }

    private List<Long> commitsFrom(long batchId) throws IOException {
        BatchIds commits = checkpoint.commits().list().batches();
        return commits.stream().filter(id -> id >= batchId).boxed().toList();
    }

    private void construct(Resume resume) throws IOException {
        long batchId = resume.batchId();
        for (int i = 0; i < resume.sources().size(); i++) {
            start.askToStart(i, resume.sources().get(i));
        }
        if (batchId == 0 && !start.newestCommit().isEmpty()) {
            meetsOldCommit(resume);
        }
        unknown.add("whether there is new data for batch " + batchId
                + ", and whether it runs through, was not checked: " + unchecked());
        int retained = new SessionConf(query, behaviour).minBatchesToRetain();
        if (retained < batchId) {
            purge(batchId - retained);
            if (!deleted.isEmpty()) {
                unknown.add("the deletions in offsets and commits happen when batch " + batchId + " is planned");
            }
        }
    }

    /** A fresh start over old commits gets as far as writing its own. */
    private void meetsOldCommit(Resume resume) throws IOException {
        boolean hasData = false;
        for (int i = 0; i < query.sources().size(); i++) {
            hasData |= sources.source(i).atBeginning() == SourceChecks.Data.THERE;
        }
        if (!hasData || checkpoint.commits().read(0).isEmpty()) {
            unknown.add("commits holds entries of an earlier life of the query (newest "
                    + start.newestCommit().getAsLong()
                    + "): the batch that reaches one of them fails with CONCURRENT_STREAM_LOG_UPDATE");
            return;
        }
        written.add(new LogChanges.Written("offsets/0", null));
        rerunDies(resume);
        throw start.deaths()
                .death(
                        Step.COMMIT,
                        0L,
                        "commits/0",
                        start.errors().concurrentLogUpdate(0),
                        Advices.commitsWithoutOffsetsLate(commitsFrom(0)));
    }

    /** What a purge of both logs removes. Authority: HDFSMetadataLog.purge, first purge of a run. */
    private void purge(long threshold) throws IOException {
        expire("offsets", checkpoint.offsets().list().batches(), threshold);
        expire("commits", checkpoint.commits().list().batches(), threshold);
    }

    private void expire(String directory, BatchIds ids, long threshold) {
        ids.stream().filter(id -> id < threshold).forEach(id -> deleted.add(directory + "/" + id));
    }

    private String unchecked() {
        List<String> parts = new ArrayList<>();
        if (!query.isDeclaredStateless()) {
            parts.add("the state");
        }
        parts.add("what the sources hold");
        SinkDescription sink = query.sink();
        parts.add(sink == null ? "the sink" : "the " + sink.format() + " sink");
        String last = parts.remove(parts.size() - 1);
        return String.join(", ", parts) + " and " + last;
    }

    /** The commit of a batch that cannot move the watermark; null when it can, or when ids of state are in it. */
    private @Nullable String commitContent(long watermarkMs) {
        boolean hasWatermark = query.sources().stream().anyMatch(source -> source.watermark() != null);
        SessionConf session = new SessionConf(query, behaviour);
        boolean namesSinks = behaviour.hasQueryEvolution() && session.enforcesSinkName();
        if (hasWatermark || namesSinks) {
            return null;
        }
        String watermark = "{\"nextBatchWatermarkMs\":" + watermarkMs;
        return switch (session.checkpointFormatVersion()) {
            case 1 -> "v1\n" + watermark + "}";
            case 2 -> query.isDeclaredStateless() ? "v2\n" + watermark + ",\"stateUniqueIds\":{}}" : null;
            default -> null;
        };
    }
}
