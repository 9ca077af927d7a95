package dev.tidemark.source;

import dev.tidemark.evidence.Location;

/** The first position of a source, which it wrote to {@code sources/<id>/0} before batch 0 and keeps to for ever. */
public sealed interface InitialOffset {
    /**
     * The Kafka source's first position.
     *
     * @param at where the JSON stands
     * @param json the position, as the file spells it
     */
    record Kafka(Location at, String json) implements InitialOffset {}

    /** The rate source's time zero, in epoch milliseconds. */
    record Rate(long creationTimeMs) implements InitialOffset {}
}
