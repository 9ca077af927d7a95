/** Bytes as Spark lays them out: slices, cursors, rows, hashes. Bytes in, values out; nothing here knows a file. */
@NullMarked
package dev.tidemark.format.binary;

import org.jspecify.annotations.NullMarked;
