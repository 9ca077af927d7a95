package dev.tidemark.engine;

/**
 * A conf whose value the checkpoint decides, or could have decided.
 *
 * @param key its name in the offset log
 * @param session what the session has
 * @param used what the query runs with
 * @param source {@code offsets/5}, {@code default for older checkpoints} or {@code session}
 */
public record PinnedConf(String key, String session, String used, String source) {
    /** Spark takes the value that queries had before the conf existed. */
    static final String OLDER_DEFAULT = "default for older checkpoints";

    static final String SESSION = "session";

    /** Whether the session's own value does not count. */
    public boolean isOverridden() {
        return !session.equals(used);
    }
}
