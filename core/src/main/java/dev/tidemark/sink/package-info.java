/** Sinks, and what each remembers of the batches it was sent. */
@NullMarked
package dev.tidemark.sink;

import org.jspecify.annotations.NullMarked;
