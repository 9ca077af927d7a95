/** A Delta table as its log tells it: the table, its features, and how Delta's releases differ. */
@NullMarked
package dev.tidemark.delta;

import org.jspecify.annotations.NullMarked;
