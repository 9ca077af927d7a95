package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The global watermark over the watermarked places of a plan. Each place goes by what this run has seen; a place that has
 * seen nothing counts 0. It never goes back. Authority: Spark 4.1 WatermarkTracker.updateWatermark.
 */
final class WatermarkTracker {
    private final boolean takesMax;
    private final List<Long> places = new ArrayList<>();
    private long globalMs;

    /**
     * A tracker at the start of a run.
     *
     * @param policy {@code min} or {@code max}
     * @param startMs from the checkpoint
     */
    WatermarkTracker(String policy, long startMs) {
        this.takesMax = policy.equalsIgnoreCase("max");
        this.globalMs = startMs;
    }

    long currentMs() {
        return globalMs;
    }

    /** Takes what a batch saw at each watermarked place: the newest event time less the delay; empty without rows. */
    void update(List<OptionalLong> seenMs) {
        if (seenMs.isEmpty()) {
            return;
        }
        for (int i = 0; i < seenMs.size(); i++) {
            if (i == places.size()) {
                places.add(0L);
            }
            places.set(i, Math.max(places.get(i), seenMs.get(i).orElse(0)));
        }
        long chosen = takesMax
                ? places.stream().mapToLong(Long::longValue).max().orElse(0)
                : places.stream().mapToLong(Long::longValue).min().orElse(0);
        globalMs = Math.max(globalMs, chosen);
    }
}
