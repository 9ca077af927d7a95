package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

import dev.tidemark.source.NewestTime;

/**
 * The global watermark over the watermarked places of a plan. Each place goes by what this run has seen; a place that has
 * seen nothing counts 0. It never goes back. What is not known is bounded, and known again as soon as it does not matter.
 * Authority: Spark 4.1 WatermarkTracker.updateWatermark.
 */
final class WatermarkTracker {
    private static final NewestTime UNSEEN = NewestTime.exactly(0);

    private final boolean takesMax;
    private final List<NewestTime> places = new ArrayList<>();
    private NewestTime global;

    /**
     * A tracker at the start of a run.
     *
     * @param policy {@code min} or {@code max}
     * @param startMs from the checkpoint
     */
    WatermarkTracker(String policy, long startMs) {
        this.takesMax = policy.equalsIgnoreCase("max");
        this.global = NewestTime.exactly(startMs);
    }

    /** Whether the watermark is known. */
    boolean isKnown() {
        return global.isKnown();
    }

    /** The watermark; the least that it can be, where it is not known. */
    long currentMs() {
        return global.atLeastMs();
    }

    /** The watermark, as far as it is known. */
    NewestTime bounds() {
        return global;
    }

    /** Takes what a batch saw at each watermarked place: the newest event time less the delay. */
    void update(List<NewestTime> seen) {
        if (seen.isEmpty()) {
            return;
        }
        for (int i = 0; i < seen.size(); i++) {
            if (i == places.size()) {
                places.add(UNSEEN);
            }
            places.set(i, places.get(i).and(seen.get(i)));
        }
        global = global.and(new NewestTime(chosen(NewestTime::atLeastMs), chosen(NewestTime::atMostMs)));
    }

    private long chosen(ToLongFunction<NewestTime> bound) {
        return takesMax
                ? places.stream().mapToLong(bound).max().orElse(0)
                : places.stream().mapToLong(bound).min().orElse(0);
    }
}
