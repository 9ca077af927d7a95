package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/**
 * The end of a query.
 *
 * @param batchId null before there is one
 * @param file the file it is about, relative to the checkpoint; null when it is about none
 * @param advice what happened and what to do, for people
 */
public record Failure(
        Step step, @Nullable Long batchId, @Nullable String file, SparkError error, Advice advice) {
    /**
     * What a failure means.
     *
     * @param reason why Spark does this, one sentence
     * @param remedy the smallest safe thing to do, and what it costs
     */
    public record Advice(String reason, String remedy) {}
}
