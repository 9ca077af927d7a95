/** A checkpoint's logs and its state together: which version of a store a batch wrote, and what opens it. */
@NullMarked
package dev.tidemark.stream;

import org.jspecify.annotations.NullMarked;
