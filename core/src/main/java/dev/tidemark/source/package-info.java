/** Positions of streaming sources, as a checkpoint records them. */
@NullMarked
package dev.tidemark.source;

import org.jspecify.annotations.NullMarked;
