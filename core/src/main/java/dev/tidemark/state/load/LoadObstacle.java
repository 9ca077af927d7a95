package dev.tidemark.state.load;

import dev.tidemark.evidence.Damage;

/**
 * What stops a Spark from loading a version.
 *
 * @param condition Spark's error condition, such as {@code CANNOT_LOAD_STATE_STORE.UNCATEGORIZED}
 * @param damage where, what was expected and what was found
 */
public record LoadObstacle(String condition, Damage damage) {}
