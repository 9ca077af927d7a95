/** The offset log: what each batch was planned to read. */
@NullMarked
package dev.tidemark.checkpoint.offset;

import org.jspecify.annotations.NullMarked;
