package dev.tidemark.source;

import java.io.IOException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A streaming source as Spark's engine drives it, over evidence that does not change. Offsets are the JSON text that a log
 * holds. What Spark would throw is a {@link SourceFailureException}; what the evidence does not tell is a
 * {@link SourceUndecidedException}.
 */
public interface StreamSource {
    /** Told once, before any offset is asked for, when the trigger is {@code AvailableNow}. */
    void prepareForAvailableNow() throws IOException;

    /** The limit under which the engine asks, unless the trigger wants everything. */
    ReadLimit defaultReadLimit();

    /**
     * Where the next batch would end.
     *
     * @param start where the last one ended; null when there was none
     * @return null when there is nothing to begin with
     */
    @Nullable
    String latestOffset(@Nullable String start, ReadLimit limit) throws IOException;

    /**
     * What a batch reads: behind {@code start} up to {@code end}.
     *
     * @param start null when the source begins
     */
    SourceBatch batch(@Nullable String start, String end) throws IOException;

    /** Told that all data up to {@code end} were processed. */
    void commit(String end) throws IOException;

    /** Asked for its numbers when a batch is done and committed. */
    default void reportProgress() {}

    /** Whether it can tell beforehand what {@code AvailableNow} is to take. */
    default boolean supportsAvailableNow() {
        return true;
    }

    /**
     * What should be known where data behind an offset are waited for.
     *
     * @return a clause of which the source is the subject; empty where there is nothing to say
     */
    default Optional<String> caution(String start) {
        return Optional.empty();
    }

    /** Whether there is always a next batch. */
    default boolean neverEnds() {
        return false;
    }
}
