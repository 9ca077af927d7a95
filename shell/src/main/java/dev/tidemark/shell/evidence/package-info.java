/**
 * Open checkpoints, tables, outputs and descriptions as one tree. Nothing is read before it is looked at, and nothing of a
 * directory is kept after.
 */
@NullMarked
package dev.tidemark.shell.evidence;

import org.jspecify.annotations.NullMarked;
