/** The compressions of Spark's block and state files, as streams that say where they tear. */
@NullMarked
package dev.tidemark.format.codec;

import org.jspecify.annotations.NullMarked;
