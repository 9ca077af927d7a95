/**
 * What Spark does with a checkpoint when a query is started on it, in Spark's own order of steps. It reads and writes through
 * an overlay, so that nothing of the evidence changes.
 */
@NullMarked
package dev.tidemark.engine;

import org.jspecify.annotations.NullMarked;
