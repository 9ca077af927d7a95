/** Table checkpoints: classic, multipart and v2 with sidecars, read as the actions they stand for. */
@NullMarked
package dev.tidemark.delta.checkpoint;

import org.jspecify.annotations.NullMarked;
