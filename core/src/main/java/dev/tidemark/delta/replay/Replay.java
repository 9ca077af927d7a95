package dev.tidemark.delta.replay;

import java.util.List;

import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.log.LogSegment;
import org.jspecify.annotations.Nullable;

/**
 * What a reader makes of a table, or what it throws; and whatever could be read nonetheless.
 *
 * @param version -1 when there is no table; null when not even that could be told
 * @param timestampMs the reader's time of the version; null when the reader itself fails on it
 * @param state as far as it was readable
 * @param segment the files it was made of; null when none could be picked
 * @param error what the reader throws; null when it reads the table
 * @param faults all that was wrong or odd on the way
 */
public record Replay(
        @Nullable Long version,
        @Nullable Long timestampMs,
        TableState state,
        @Nullable LogSegment segment,
        @Nullable DeltaError error,
        List<LogFault> faults) {
    public Replay {
        faults = List.copyOf(faults);
    }
}
