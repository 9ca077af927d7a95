package dev.tidemark.state.load;

import dev.tidemark.evidence.DamageCause;

/**
 * A row that cannot be one of its store.
 *
 * @param explained in Spark's words
 */
public record StrangeRow(Part part, String explained) implements DamageCause {
    /** Which half of it. */
    public enum Part {
        KEY,
        VALUE
    }
}
