package dev.tidemark.state.load;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Whether one Spark loads one version of one store.
 *
 * @param outcome what happens
 * @param obstacle what it meets; also when a repair then gets around it; null when it meets nothing
 */
public record LoadVerdict(Outcome outcome, @Nullable LoadObstacle obstacle) {
    /** It loads. */
    public static final LoadVerdict LOADS = new LoadVerdict(Outcome.LOADS, null);

    /** What happens. */
    public enum Outcome {
        LOADS,
        /** From an older snapshot, as Spark 4.2 repairs. */
        LOADS_REPAIRED,
        FAILS
    }

    static LoadVerdict fails(LoadObstacle obstacle) {
        return new LoadVerdict(Outcome.FAILS, obstacle);
    }

    /** Whether the query can go on from here. */
    public boolean loads() {
        return outcome != Outcome.FAILS;
    }

    /** What it meets on the way. */
    public Optional<LoadObstacle> met() {
        return Optional.ofNullable(obstacle);
    }
}
