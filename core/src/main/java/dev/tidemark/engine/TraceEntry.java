package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/**
 * An event of a run with its place in it.
 *
 * @param number the first is 1: so many events have happened when this one has
 * @param batchId the batch that is being worked on; null before there is one
 */
public record TraceEntry(int number, @Nullable Long batchId, EngineEvent event) {
    /** Where in the life of the query. */
    public Step step() {
        return event.step();
    }
}
