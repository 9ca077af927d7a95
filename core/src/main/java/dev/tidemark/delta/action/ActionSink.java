package dev.tidemark.delta.action;

/**
 * Receives the actions of one log file in the order of the file, one thread at a time. Readers of JSON lines and of
 * checkpoints feed it; replay and listings are behind it.
 */
public interface ActionSink {
    /**
     * One action.
     *
     * @param line where it stands: 1-based line of a JSON file, 1-based row of a Parquet file
     */
    void accept(Action action, long line);

    /** Something odd about a line, told before the line's actions. */
    default void irregular(Irregularity irregularity, long line) {}
}
