/** Deletion vectors: where they lie, and the rows they delete. */
@NullMarked
package dev.tidemark.delta.vector;

import org.jspecify.annotations.NullMarked;
