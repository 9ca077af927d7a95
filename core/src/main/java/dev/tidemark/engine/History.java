package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.engine.HistoryReading.Aspect;
import dev.tidemark.engine.HistoryReading.Observation;
import dev.tidemark.engine.HistoryReading.PastBatch;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;
import org.jspecify.annotations.Nullable;

/**
 * Holds every recorded batch against what the engine would have written, given the query and its sources as they are: what one
 * writer with these options cannot have written stands out. Authority: Spark 4.1 MicroBatchExecution.constructNextBatch,
 * OffsetSeqMetadata.setSessionConf, WatermarkTracker.updateWatermark.
 */
public final class History {
    private static final String POLICY = "spark.sql.streaming.multipleWatermarkPolicy";

    private final QueryDescription query;
    private final Checkpoint checkpoint;
    private final World world;
    private final SourceChecks checks;
    private final List<PastSource> sources = new ArrayList<>();
    private final Map<Long, OffsetEntry> entries = new TreeMap<>();
    private boolean skipsGaps;
    private boolean isFromTheFirst;
    private WatermarkTracker seen = new WatermarkTracker("min", 0);

    private History(QueryDescription query, Checkpoint checkpoint, World world, SourceChecks checks) {
        this.query = query;
        this.checkpoint = checkpoint;
        this.world = world;
        this.checks = checks;
    }

    /** Looks at every batch on record. */
    public static HistoryReading of(
            QueryDescription query, SparkVersion version, Storage checkpoint, Places places, Reach.DataFiles dataFiles)
            throws IOException {
        try (Readings readings = Readings.of(places)) {
            OverlayStorage overlay = OverlayStorage.over(checkpoint);
            LogFiles files = new LogFiles(overlay, Trace.toTheEnd());
            SparkErrors errors = new SparkErrors(SparkBehaviour.of(version), places.named(checkpoint));
            SourceChecks checks = new SourceChecks(query, overlay, readings, errors);
            World world =
                    new World(query, overlay, files, places.named(checkpoint), readings, new Reach(null, dataFiles));
            return new History(query, Checkpoint.in(overlay), world, checks).read(SparkBehaviour.of(version));
        }
    }

    private HistoryReading read(SparkBehaviour behaviour) throws IOException {
        try {
            world.follow(checks, behaviour);
        } catch (UndecidedException notAtHand) {
            // then the logs alone are looked at
        }
        for (int i = 0; i < query.sources().size(); i++) {
            Optional<Storage> place = world.open(query.sources().get(i).path());
            sources.add(new PastSource(query, i, place, checks.source(i)));
        }
        SinkDescription sink = query.sink();
        skipsGaps = query.trigger() instanceof Trigger.Continuous
                || (sink != null
                        && sink.option("asyncProgressTrackingEnabled")
                                .filter(value -> value.trim().equalsIgnoreCase("true"))
                                .isPresent());
        BatchIds ids = checkpoint.offsets().list().batches();
        List<PastBatch> batches = new ArrayList<>();
        Long before = null;
        isFromTheFirst = ids.first().orElse(-1) == 0;
        for (long batchId : ids.stream().toArray()) {
            batches.add(batch(batchId, before));
            before = batchId;
        }
        long newest = before == null ? -1 : before;
        for (long batchId : checkpoint.commits().list().batches().stream().toArray()) {
            if (batchId > newest && !skipsGaps) {
                Observation alone = Observation.contradicts(
                        Aspect.COMMIT, "commits/" + batchId + " is there, and offsets/" + batchId + " is not");
                batches.add(new PastBatch(batchId, false, List.of(alone)));
            }
        }
        return new HistoryReading(batches);
    }

    private PastBatch batch(long batchId, @Nullable Long before) throws IOException {
        List<Observation> found = new ArrayList<>();
        Parsed<OffsetEntry> parsed = checkpoint.offsets().read(batchId).orElse(null);
        OffsetEntry entry = parsed == null ? null : parsed.value().orElse(null);
        boolean isDamaged = parsed != null && parsed.damage().isPresent();
        if (entry == null || isDamaged || entry.metadata() == null) {
            found.add(Observation.contradicts(Aspect.ENTRY, "offsets/" + batchId + " is not as Spark writes it"));
            return new PastBatch(batchId, before == null, found);
        }
        entries.put(batchId, entry);
        if (before != null && before != batchId - 1 && !skipsGaps) {
            found.add(Observation.contradicts(
                    Aspect.ENTRY, "offsets/" + (batchId - 1) + " is missing, and entries before it are there"));
        }
        OffsetEntry previous = entries.get(batchId - 1);
        OffsetMetadata metadata = Objects.requireNonNull(entry.metadata());
        OffsetMetadata previousMetadata = previous == null ? null : previous.metadata();
        if (previousMetadata != null) {
            confs(previousMetadata, metadata).ifPresent(found::add);
            if (metadata.timestampMs() < previousMetadata.timestampMs()) {
                found.add(Observation.unknown(
                        Aspect.CLOCK,
                        "planned before the batch before it: the clock went back, or there are two writers"));
            }
        }
        boolean isOldest = previous == null && batchId > 0;
        if (previous == null) {
            seen = new WatermarkTracker(metadata.conf().getOrDefault(POLICY, "min"), 0);
        }
        watermark(batchId, metadata, previousMetadata).ifPresent(found::add);
        if (!isOldest) {
            sources(entry, previous, metadata, previousMetadata, found);
        }
        commit(batchId, entry, previous, isOldest).ifPresent(found::add);
        return new PastBatch(batchId, isOldest, found);
    }

    private static Optional<Observation> confs(OffsetMetadata before, OffsetMetadata now) {
        for (Map.Entry<String, String> conf : now.conf().entrySet()) {
            String earlier = before.conf().get(conf.getKey());
            if (earlier != null && !earlier.equals(conf.getValue())) {
                return Optional.of(Observation.contradicts(
                        Aspect.CONFS,
                        conf.getKey() + " changes from " + earlier + " to " + conf.getValue()
                                + ": what the first batch records, the later ones repeat"));
            }
        }
        return before.conf().keySet().equals(now.conf().keySet())
                ? Optional.empty()
                : Optional.of(
                        Observation.follows(Aspect.CONFS, "other confs are recorded: another Spark from here on"));
    }

    private Optional<Observation> watermark(long batchId, OffsetMetadata now, @Nullable OffsetMetadata before) {
        if (batchId == 0) {
            return now.watermarkMs() == 0
                    ? Optional.empty()
                    : Optional.of(Observation.contradicts(Aspect.WATERMARK, "the first batch has a watermark already"));
        }
        if (before == null) {
            return Optional.empty();
        }
        if (now.watermarkMs() < before.watermarkMs()) {
            return Optional.of(Observation.contradicts(
                    Aspect.WATERMARK,
                    "the watermark goes back, from " + before.watermarkMs() + " to " + now.watermarkMs() + " ms"));
        }
        CommitEntry commit = commit(batchId - 1);
        if (commit == null) {
            return skipsGaps
                    ? Optional.empty()
                    : Optional.of(Observation.contradicts(
                            Aspect.COMMIT,
                            "commits/" + (batchId - 1)
                                    + " is missing: a batch is planned when the one before is committed"));
        }
        Long next = commit.recordedNextWatermarkMs();
        if (next == null) {
            return Optional.of(Observation.unknown(
                    Aspect.WATERMARK, "commits/" + (batchId - 1) + " does not say with which watermark it goes on"));
        }
        long wantedMs = Math.max(before.watermarkMs(), next);
        return wantedMs == now.watermarkMs()
                ? Optional.of(Observation.follows(Aspect.WATERMARK, "as commits/" + (batchId - 1) + " left it"))
                : Optional.of(Observation.contradicts(
                        Aspect.WATERMARK,
                        "the watermark is " + now.watermarkMs() + " ms, and commits/" + (batchId - 1) + " left "
                                + wantedMs + " ms"));
    }

    private @Nullable CommitEntry commit(long batchId) {
        return checkpoint.commits().read(batchId).flatMap(Parsed::value).orElse(null);
    }

    private void sources(
            OffsetEntry entry,
            @Nullable OffsetEntry previous,
            OffsetMetadata metadata,
            @Nullable OffsetMetadata previousMetadata,
            List<Observation> found)
            throws IOException {
        if (entry.sources().size() != sources.size()
                || (previous != null && previous.sources().size() != sources.size())) {
            found.add(Observation.unknown(
                    Aspect.SOURCE,
                    "it is of " + entry.sources().size() + " sources, and the query has " + sources.size()));
            return;
        }
        if (!areTold(entry) || (previous != null && !areTold(previous))) {
            found.add(Observation.unknown(
                    Aspect.SOURCE, "which of its lines is of which source is not told: the description names none"));
            return;
        }
        PastSource.Moment moment = new PastSource.Moment(
                metadata.timestampMs(), previousMetadata == null ? null : previousMetadata.timestampMs());
        boolean hasNews = false;
        for (int i = 0; i < sources.size(); i++) {
            String start = previous == null ? null : text(previous, i);
            String end = text(entry, i);
            String standing = end == null ? start : end;
            hasNews |= standing != null && !standing.equals(start);
            try {
                found.add(sources.get(i).look(start, standing, moment));
            } catch (UndecidedException undecided) {
                found.add(Observation.unknown(Aspect.SOURCE, "source " + i + ": " + undecided.reason()));
            }
        }
        if (!hasNews) {
            found.add(withoutData(metadata, previousMetadata));
        }
    }

    /** Whether the sources of an offset map can be told apart. */
    private boolean areTold(OffsetEntry entry) {
        if (entry.version() != OffsetEntry.MAP) {
            return true;
        }
        for (int i = 0; i < query.sources().size(); i++) {
            String name = query.sources().get(i).name();
            boolean isThere = entry.source(Integer.toString(i)).isPresent()
                    || (name != null && entry.source(name).isPresent());
            if (!isThere) {
                return false;
            }
        }
        return true;
    }

    private @Nullable String text(OffsetEntry entry, int index) {
        if (entry.version() == OffsetEntry.MAP) {
            String name = query.sources().get(index).name();
            return entry.source(name == null ? Integer.toString(index) : name)
                    .or(() -> entry.source(Integer.toString(index)))
                    .filter(line -> !line.isVoid())
                    .map(SourceLine::text)
                    .orElse(null);
        }
        SourceLine line = entry.sources().get(index);
        return line.isVoid() ? null : line.text();
    }

    private Observation withoutData(OffsetMetadata now, @Nullable OffsetMetadata before) {
        if (query.operators() == null) {
            return Observation.unknown(
                    Aspect.ENTRY,
                    "a batch without data, which some operator asked for; which there are is not described");
        }
        if (query.trigger() instanceof Trigger.RealTime) {
            return Observation.follows(Aspect.ENTRY, "real-time mode plans a batch whether there are data or not");
        }
        if (query.isDeclaredStateless()) {
            return Observation.contradicts(
                    Aspect.ENTRY, "a batch without data, and the query has no operator that asks for one");
        }
        try {
            boolean wants = before != null
                    && new Operators(query, Map.of(), Map.of())
                            .wantNoDataBatch(before.watermarkMs(), now.watermarkMs());
            return wants
                    ? Observation.follows(Aspect.ENTRY, "a batch without data, as the watermark moved")
                    : Observation.contradicts(
                            Aspect.ENTRY, "a batch without data, although the watermark did not move for any operator");
        } catch (UndecidedException undecided) {
            return Observation.unknown(Aspect.ENTRY, undecided.reason());
        }
    }

    // commits

    private Optional<Observation> commit(
            long batchId, OffsetEntry entry, @Nullable OffsetEntry previous, boolean isOldest) throws IOException {
        CommitEntry commit = commit(batchId);
        if (commit == null) {
            return Optional.empty();
        }
        long watermarkMs = Objects.requireNonNull(entry.metadata()).watermarkMs();
        Long nextMs = commit.recordedNextWatermarkMs();
        if (nextMs == null) {
            return Optional.empty();
        }
        if (nextMs < watermarkMs) {
            return Optional.of(Observation.contradicts(
                    Aspect.COMMIT,
                    "commits/" + batchId + " sets the watermark back, from " + watermarkMs + " to " + nextMs + " ms"));
        }
        boolean hasWatermark = query.sources().stream().anyMatch(source -> source.watermark() != null);
        if (!hasWatermark || isOldest) {
            return hasWatermark || nextMs == watermarkMs
                    ? Optional.empty()
                    : Optional.of(Observation.contradicts(
                            Aspect.COMMIT, "the watermark moves, and the query as described has none"));
        }
        return Optional.of(advance(entry, previous, watermarkMs, nextMs));
    }

    /** The watermark that the rows of the batch lead to. */
    private Observation advance(OffsetEntry entry, @Nullable OffsetEntry previous, long watermarkMs, long nextMs)
            throws IOException {
        EventTimes times = new EventTimes(query, world);
        try {
            times.see(inputs(entry, previous));
        } catch (SourceFailureException | UndecidedException | SourceUndecidedException gone) {
            return Observation.unknown(Aspect.COMMIT, "what the batch read cannot be told any more");
        }
        if (!times.seen().stream().allMatch(NewestTime::isKnown)) {
            return Observation.unknown(Aspect.COMMIT, times.whyUnknown());
        }
        if (times.seen().size() > 1) {
            return advanceOfMany(times.seen(), watermarkMs, nextMs);
        }
        long seenMs = times.seen().isEmpty() ? 0 : times.seen().get(0).atLeastMs();
        long wantedMs = Math.max(watermarkMs, seenMs);
        if (nextMs == wantedMs) {
            return Observation.follows(Aspect.COMMIT, "the watermark it leaves follows from its rows");
        }
        if (nextMs > wantedMs) {
            return Observation.contradicts(
                    Aspect.COMMIT, "leaves a watermark of " + nextMs + " ms, and its rows lead to " + wantedMs + " ms");
        }
        boolean isSkippable = CrashChecks.memoryOf(query.sink()) == CrashProof.SinkMemory.KNOWS_BATCHES;
        if (nextMs == watermarkMs && isSkippable) {
            return Observation.follows(
                    Aspect.COMMIT,
                    "the watermark stays although its rows lead to " + wantedMs
                            + " ms: it was replayed, and the sink skipped it");
        }
        return Observation.unknown(
                Aspect.COMMIT,
                "leaves a watermark of " + nextMs + " ms, and its rows lead to " + wantedMs
                        + " ms: rows were filtered before the watermark, or the delay was another");
    }

    /** With several watermarks a run remembers what each had seen, and a restart forgets it: no more than that is possible. */
    private Observation advanceOfMany(List<NewestTime> newest, long watermarkMs, long nextMs) {
        seen.update(newest);
        long mostMs = Math.max(watermarkMs, seen.currentMs());
        if (!isFromTheFirst) {
            return Observation.unknown(
                    Aspect.COMMIT, "with watermarks on several sources, what each had seen by then is not on record");
        }
        if (nextMs > mostMs) {
            return Observation.contradicts(
                    Aspect.COMMIT,
                    "leaves a watermark of " + nextMs + " ms, and all rows up to it lead to " + mostMs + " ms at most");
        }
        return Observation.follows(
                Aspect.COMMIT,
                nextMs == mostMs
                        ? "the watermark it leaves follows from the rows so far"
                        : "the watermark is lower than the rows so far lead to, as after a restart, which forgets them");
    }

    private List<SourceBatch> inputs(OffsetEntry entry, @Nullable OffsetEntry previous) throws IOException {
        List<SourceBatch> inputs = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            String start = previous == null ? null : text(previous, i);
            String end = text(entry, i);
            inputs.add(
                    end == null || end.equals(start)
                            ? SourceBatch.EMPTY
                            : checks.source(i).batch(start, end));
        }
        return inputs;
    }
}
