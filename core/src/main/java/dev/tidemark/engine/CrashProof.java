package dev.tidemark.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What became of every crash, and of every crash of a restart.
 *
 * @param uninterrupted the query without a crash
 * @param sink whether the sink knows its batches again
 * @param points the crash points of the uninterrupted run, those that leave the same on disk put together
 * @param effort what was gone through
 * @param unknown why something could not be told
 * @param counterexample the shortest way to a broken invariant; null when none is broken
 */
public record CrashProof(
        RestartPrediction uninterrupted,
        SinkMemory sink,
        List<Point> points,
        Effort effort,
        List<String> unknown,
        @Nullable Counterexample counterexample) {
    /** What it comes to. */
    public enum Verdict {
        PROVEN,
        BROKEN,
        UNKNOWN
    }

    /** Whether a sink knows its batches again. */
    public enum SinkMemory {
        KNOWS_BATCHES,
        FORGETS,
        /** The description does not say which sink it is. */
        UNDESCRIBED
    }

    /**
     * Crashes at neighbouring moments that leave the same on disk.
     *
     * @param first what was done last at the earliest of them; null where nothing was yet that matters
     * @param last what was done last at the latest of them
     * @param after what the restart over it comes to
     */
    public record Point(@Nullable TraceEntry first, TraceEntry last, Aftermath after) {}

    /**
     * What the starts over a crash come to.
     *
     * @param restart the first of them
     * @param holds each invariant that could be told
     * @param lostWatermarkAdvance the batch whose advance of the watermark did not happen; null when none was lost
     * @param lateBatch a batch without data that waits for data now; null when there is none
     */
    public record Aftermath(
            RestartPrediction restart,
            Map<Invariant, Finding> holds,
            @Nullable Long lostWatermarkAdvance,
            @Nullable Long lateBatch) {
        public Aftermath {
            holds = Map.copyOf(holds);
        }

        /** The first invariant that is broken. */
        public Optional<Invariant> broken() {
            for (Invariant invariant : Invariant.values()) {
                Finding finding = holds.get(invariant);
                if (finding != null && finding.verdict() == Verdict.BROKEN) {
                    return Optional.of(invariant);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * How an invariant fared.
     *
     * @param why a clause; empty when it holds
     */
    public record Finding(Verdict verdict, String why) {
        static final Finding HOLDS = new Finding(Verdict.PROVEN, "");
    }

    /**
     * What was gone through.
     *
     * @param moments at which the process was let die
     * @param disks different states of disk and sink that these leave
     * @param deepest the most crashes in a row that led to a new state
     * @param isComplete whether every state was gone through
     */
    public record Effort(int moments, int disks, int deepest, boolean isComplete) {}

    /**
     * A way to a broken invariant.
     *
     * @param crashes one after the other; none when the query fails without any
     */
    public record Counterexample(Invariant invariant, String why, List<Crash> crashes, RestartPrediction end) {
        /** A run up to the event behind which its process died. */
        public record Crash(List<TraceEntry> trace) {
            public Crash {
                trace = List.copyOf(trace);
            }
        }

        public Counterexample {
            crashes = List.copyOf(crashes);
        }
    }

    public CrashProof {
        points = List.copyOf(points);
        unknown = List.copyOf(unknown);
    }

    /** What it comes to: broken when something is, else unknown when something is. */
    public Verdict verdict() {
        if (counterexample != null) {
            return Verdict.BROKEN;
        }
        return unknown.isEmpty() ? Verdict.PROVEN : Verdict.UNKNOWN;
    }

    /**
     * How an invariant fared at every crash point of the uninterrupted run. A query that dies by itself was not gone through,
     * and tells of none but the one that it breaks.
     */
    public Verdict verdict(Invariant invariant) {
        if (counterexample != null
                && counterexample.crashes().isEmpty()
                && uninterrupted.verdict() == RestartPrediction.Verdict.FAILS) {
            return counterexample.invariant() == invariant ? Verdict.BROKEN : Verdict.UNKNOWN;
        }
        Verdict worst = counterexample != null && counterexample.invariant() == invariant
                ? Verdict.BROKEN
                : unknown.isEmpty() ? Verdict.PROVEN : Verdict.UNKNOWN;
        for (Point point : points) {
            Finding finding = point.after().holds().get(invariant);
            if (finding != null && finding.verdict() == Verdict.BROKEN) {
                worst = Verdict.BROKEN;
            } else if (finding == null && worst == Verdict.PROVEN) {
                worst = Verdict.UNKNOWN;
            }
        }
        return worst;
    }
}
