/**
 * A Delta log held against itself: what its commits add up to against its checkpoints, its compactions and its version
 * checksums, and each commit against the protocol.
 */
@NullMarked
package dev.tidemark.delta.verify;

import org.jspecify.annotations.NullMarked;
