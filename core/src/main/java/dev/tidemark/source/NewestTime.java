package dev.tidemark.source;

import java.util.Optional;

/**
 * The newest event time among some rows, as far as it is known: not before one time and not after another, in epoch
 * milliseconds.
 */
public record NewestTime(long atLeastMs, long atMostMs) {
    /** No row has an event time. */
    public static final NewestTime NONE = new NewestTime(Long.MIN_VALUE, Long.MIN_VALUE);

    /** Nothing is known. */
    public static final NewestTime UNKNOWN = new NewestTime(Long.MIN_VALUE, Long.MAX_VALUE);

    public NewestTime {
        if (atLeastMs > atMostMs) {
            throw new IllegalArgumentException("bounds the wrong way round: " + atLeastMs + " > " + atMostMs);
        }
    }

    /** A time that is known. */
    public static NewestTime exactly(long timeMs) {
        return new NewestTime(timeMs, timeMs);
    }

    /** Whether it is known, be it that there is none. */
    public boolean isKnown() {
        return atLeastMs == atMostMs;
    }

    /** Of these rows and others. */
    public NewestTime and(NewestTime others) {
        return new NewestTime(Math.max(atLeastMs, others.atLeastMs), Math.max(atMostMs, others.atMostMs));
    }

    /** Before it by a length of time. */
    public NewestTime less(long delayMs) {
        return new NewestTime(less(atLeastMs, delayMs), less(atMostMs, delayMs));
    }

    private static long less(long timeMs, long delayMs) {
        return timeMs == Long.MIN_VALUE || timeMs == Long.MAX_VALUE ? timeMs : timeMs - delayMs;
    }

    /** The upper bound, if there is one. */
    public Optional<Long> bound() {
        return atMostMs == Long.MAX_VALUE ? Optional.empty() : Optional.of(atMostMs);
    }
}
