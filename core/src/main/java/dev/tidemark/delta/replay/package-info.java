/** From a log to the state of its table, as Spark and as Delta Kernel replay it. */
@NullMarked
package dev.tidemark.delta.replay;

import org.jspecify.annotations.NullMarked;
