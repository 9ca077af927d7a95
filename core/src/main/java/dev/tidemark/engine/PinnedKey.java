package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/**
 * A conf that the offset log pins.
 *
 * @param recordedKey its name in the offset log
 * @param sessionKey its name in the session
 * @param sessionDefault what a session has when nobody sets it
 * @param fallback what Spark takes when the log does not have it; null when the session's value stays
 * @param check what Spark accepts as its value
 */
public record PinnedKey(
        String recordedKey,
        String sessionKey,
        String sessionDefault,
        @Nullable String fallback,
        ConfCheck check) {
    static final String PRUNE_FILTERS = "spark.sql.optimizer.pruneFiltersCanPruneStreamingSubplan";
    static final String PRUNE_FILTERS_OF_3_5_4 = "spark.databricks.sql.optimizer.pruneFiltersCanPruneStreamingSubplan";

    static PinnedKey session(String key, String sessionDefault, ConfCheck check) {
        return new PinnedKey(key, key, sessionDefault, null, check);
    }

    static PinnedKey fallback(String key, String sessionDefault, String fallback, ConfCheck check) {
        return new PinnedKey(key, key, sessionDefault, fallback, check);
    }
}
