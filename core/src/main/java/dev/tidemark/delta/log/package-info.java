/** The files of a Delta log: their names as values, their listing, and which of them a reader picks for a version. */
@NullMarked
package dev.tidemark.delta.log;

import org.jspecify.annotations.NullMarked;
