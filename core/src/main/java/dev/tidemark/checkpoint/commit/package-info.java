/** The commit log: which batches were finished, and with what watermark. */
@NullMarked
package dev.tidemark.checkpoint.commit;

import org.jspecify.annotations.NullMarked;
