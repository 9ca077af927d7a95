package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.engine.CrashProof.Aftermath;
import dev.tidemark.engine.CrashProof.Counterexample;
import dev.tidemark.engine.CrashProof.Effort;
import dev.tidemark.engine.CrashProof.Point;
import dev.tidemark.engine.CrashProof.SinkMemory;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import org.jspecify.annotations.Nullable;

/**
 * Lets a query die at every moment of its next batches, starts it again over each, lets that start die at every moment too, and
 * so on until no crash leaves anything new on disk. What a crash leaves decides all that follows, so that moments which leave
 * the same need be looked at once: the search ends, and covers any number of crashes.
 */
public final class CrashSearch {
    /** More different states of disk than that are not gone through. */
    private static final int MOST_DISKS = 5_000;

    /** A query that is started and stops so often without an end is not started again. */
    private static final int MOST_STARTS = 50;

    private final QueryDescription query;
    private final SparkVersion version;
    private final Readings readings;
    private final Reach reach;
    private final DiskStates disks;
    private final Map<Object, Disk> known = new LinkedHashMap<>();
    private final Deque<Disk> waiting = new ArrayDeque<>();
    private final List<String> unknown = new ArrayList<>();
    private int moments;

    private CrashSearch(
            QueryDescription query, SparkVersion version, Readings readings, Reach reach, DiskStates disks) {
        this.query = query;
        this.version = version;
        this.readings = readings;
        this.reach = reach;
        this.disks = disks;
    }

    /**
     * Goes through all crashes of the next batches.
     *
     * @param batches how many; those after the batch that is taken up again count too
     */
    public static CrashProof of(
            QueryDescription query,
            SparkVersion version,
            Storage checkpoint,
            Places places,
            int batches,
            Reach.DataFiles dataFiles)
            throws IOException {
        try (Readings readings = Readings.of(places)) {
            Simulation once = Simulation.over(query, version, checkpoint, readings, Reach.LOGS_ALONE);
            Resume resume = once.toTheEnd().prediction().resume();
            long first = resume == null ? 0 : resume.batchId();
            Reach reach = Reach.upTo(first + batches - 1, dataFiles);
            DiskStates disks = DiskStates.of(checkpoint, CrashChecks.memoryOf(query.sink()));
            return new CrashSearch(query, version, readings, reach, disks).run(OverlayStorage.over(checkpoint));
        }
    }

    /** What a crash left: all that decides what comes after it. */
    private static final class Disk {
        private final OverlayStorage overlay;
        private final Ledger ledger;
        private final @Nullable Disk before;
        private final List<TraceEntry> crashedBehind;
        private final int depth;

        Disk(OverlayStorage overlay, Ledger ledger, @Nullable Disk before, List<TraceEntry> crashedBehind) {
            this.overlay = overlay;
            this.ledger = ledger;
            this.before = before;
            this.crashedBehind = crashedBehind;
            this.depth = before == null ? 0 : before.depth + 1;
        }
    }

    /** The runs from a disk until there is nothing more to do. */
    private record Course(List<RestartPrediction> runs, Ledger ledger, List<TraceEntry> rewrites) {}

    private CrashProof run(OverlayStorage evidence) throws IOException {
        Disk root = new Disk(evidence, new Ledger(), null, List.of());
        known.put(disks.keyOf(root.overlay, root.ledger), root);
        List<Disk> alongTheWay = new ArrayList<>();
        Course uninterrupted = course(root, alongTheWay);
        RestartPrediction whole = joined(uninterrupted.runs());
        CrashChecks checks = new CrashChecks(query, sinkMemory(), whole);
        List<Point> points = new ArrayList<>();
        Counterexample counterexample = null;
        checks.whyTwiceAlready().ifPresent(unknown::add);
        Aftermath atRoot = judge(checks, uninterrupted);
        if (atRoot.broken().isPresent()) {
            counterexample = counterexample(root, atRoot);
        }
        Map<Disk, Aftermath> judged = new LinkedHashMap<>();
        judged.put(root, atRoot);
        int deepest = 0;
        while (!waiting.isEmpty() && counterexample == null && known.size() <= MOST_DISKS) {
            Disk disk = waiting.poll();
            deepest = Math.max(deepest, disk.depth);
            Aftermath aftermath = judge(checks, course(disk, null));
            judged.put(disk, aftermath);
            if (aftermath.broken().isPresent()) {
                counterexample = counterexample(disk, aftermath);
            }
        }
        for (Map.Entry<Disk, List<TraceEntry>> span :
                spans(alongTheWay, whole.trace()).entrySet()) {
            Aftermath aftermath = judged.get(span.getKey());
            if (aftermath == null) {
                aftermath = judge(checks, course(span.getKey(), null));
            }
            List<TraceEntry> entries = span.getValue();
            TraceEntry first = span.getKey() == root ? null : entries.get(0);
            points.add(new Point(first, entries.get(entries.size() - 1), aftermath));
        }
        boolean isComplete = waiting.isEmpty();
        if (!isComplete && counterexample == null) {
            unknown.add("more than " + MOST_DISKS + " different states of disk were not gone through");
        }
        Effort effort = new Effort(moments, known.size(), deepest, isComplete);
        return new CrashProof(whole, sinkMemory(), points, effort, List.copyOf(unknown), counterexample);
    }

    /**
     * Starts the query until it has nothing more to do, and meets every disk that a crash leaves on the way.
     *
     * @param alongTheWay takes, for each event, the disk that a crash behind it leaves; null when nobody asks
     */
    private Course course(Disk disk, @Nullable List<Disk> alongTheWay) throws IOException {
        List<RestartPrediction> runs = new ArrayList<>();
        List<TraceEntry> rewrites = new ArrayList<>();
        OverlayStorage overlay = disk.overlay;
        Ledger ledger = disk.ledger;
        Disk reached = disk;
        for (int starts = 0; starts < MOST_STARTS; starts++) {
            OverlayStorage running = overlay.snapshot();
            Ledger own = ledger.copy();
            Disk from = reached;
            Disk[] last = {reached};
            List<TraceEntry> sofar = new ArrayList<>();
            Trace trace = Trace.observedBy(entry -> {
                sofar.add(entry);
                moments++;
                if (isRewrite(entry, from.overlay)) {
                    rewrites.add(entry);
                }
                if (entry.event().isDurable()) {
                    last[0] = meet(running, own, from, sofar);
                }
                if (alongTheWay != null) {
                    alongTheWay.add(last[0]);
                }
            });
            RestartPrediction run = new RestartEngine(
                            query,
                            version,
                            new RestartEngine.Ground(
                                    running, readings, own, trace, RestartEngine.UserCode.SUPPOSED_TO_WORK),
                            reach)
                    .predict();
            runs.add(run);
            boolean changed =
                    run.trace().stream().anyMatch(entry -> entry.event().isDurable());
            overlay = running;
            ledger = own;
            reached = last[0];
            if (!changed || run.verdict() != Verdict.RUNS) {
                break;
            }
        }
        return new Course(runs, ledger, rewrites);
    }

    private static boolean isRewrite(TraceEntry entry, OverlayStorage before) {
        try {
            return entry.event() instanceof EngineEvent.FileWritten file
                    && file.path().startsWith("offsets/")
                    && before.stat(new StoragePath(file.path())).isPresent();
        } catch (IOException unreadable) {
            return false;
        }
    }

    private Disk meet(OverlayStorage running, Ledger ledger, Disk from, List<TraceEntry> sofar) {
        Object key = disks.keyOf(running, ledger);
        Disk found = known.get(key);
        if (found == null) {
            found = new Disk(running.snapshot(), ledger.copy(), from, List.copyOf(sofar));
            known.put(key, found);
            waiting.add(found);
        }
        return found;
    }

    /** Neighbouring moments of the uninterrupted run that leave the same, with their events. */
    private static Map<Disk, List<TraceEntry>> spans(List<Disk> alongTheWay, List<TraceEntry> trace) {
        Map<Disk, List<TraceEntry>> spans = new LinkedHashMap<>();
        for (int i = 0; i < trace.size() && i < alongTheWay.size(); i++) {
            spans.computeIfAbsent(alongTheWay.get(i), ignored -> new ArrayList<>())
                    .add(trace.get(i));
        }
        return spans;
    }

    private Aftermath judge(CrashChecks checks, Course course) {
        for (RestartPrediction run : course.runs()) {
            if (run.verdict() == Verdict.UNKNOWN) {
                run.unknown().stream().filter(why -> !unknown.contains(why)).forEach(unknown::add);
            }
        }
        return checks.judge(course.runs(), course.ledger(), course.rewrites());
    }

    private static Counterexample counterexample(Disk disk, Aftermath aftermath) {
        List<Counterexample.Crash> crashes = new ArrayList<>();
        for (Disk at = disk; at.before != null; at = at.before) {
            crashes.add(new Counterexample.Crash(at.crashedBehind));
        }
        Collections.reverse(crashes);
        Invariant broken = aftermath.broken().orElseThrow();
        CrashProof.Finding finding = aftermath.holds().get(broken);
        String why = finding == null ? "" : finding.why();
        return new Counterexample(broken, why, crashes, aftermath.restart());
    }

    /** The runs of a course as one. */
    private static RestartPrediction joined(List<RestartPrediction> runs) {
        RestartPrediction first = runs.get(0);
        RestartPrediction last = runs.get(runs.size() - 1);
        if (runs.size() == 1) {
            return first;
        }
        TreeMap<Long, PredictedBatch> batches = new TreeMap<>();
        List<TraceEntry> trace = new ArrayList<>();
        for (RestartPrediction run : runs) {
            run.batches().forEach(batch -> batches.put(batch.batchId(), batch));
            trace.addAll(run.trace());
        }
        return new RestartPrediction(
                last.verdict(),
                last.unknown(),
                last.notes(),
                first.resume(),
                first.pinned(),
                last.failure(),
                List.copyOf(batches.values()),
                first.changes(),
                trace);
    }

    private SinkMemory sinkMemory() {
        return CrashChecks.memoryOf(query.sink());
    }
}
