package dev.tidemark.delta.action;

import dev.tidemark.evidence.Damage;

/**
 * Receives the actions of one log file in the order of the file, one thread at a time. Readers of JSON lines and of
 * checkpoints feed it; replay and listings are behind it.
 */
@FunctionalInterface
public interface ActionSink {
    /**
     * One action. A line that holds several actions gives several calls with the same line, in the order in which Delta
     * looks for them ({@code SingleAction.unwrap}).
     *
     * @param line where it stands: 1-based line of a JSON file, 1-based row of a Parquet file
     */
    void accept(Action action, long line);

    /** Something odd about a line, told before the line's actions. */
    default void irregular(Irregularity irregularity, long line) {}

    /** A line that could not be read; what follows it may still be. */
    default void damaged(LineFault fault, Damage damage, long line) {}
}
