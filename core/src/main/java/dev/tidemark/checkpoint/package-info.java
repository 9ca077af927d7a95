/** A query's checkpoint directory: its layout, its id and its logs. */
@NullMarked
package dev.tidemark.checkpoint;

import org.jspecify.annotations.NullMarked;
