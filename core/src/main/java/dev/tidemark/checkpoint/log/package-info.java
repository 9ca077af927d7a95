/** What all logs of a checkpoint share: names, listings, version lines, checksums, compaction. */
@NullMarked
package dev.tidemark.checkpoint.log;

import org.jspecify.annotations.NullMarked;
