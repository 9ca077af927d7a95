/** A simulated query at hand: stepped, stopped, taken back, crashed and started again, and changed to see what then. */
@NullMarked
package dev.tidemark.shell.engine;

import org.jspecify.annotations.NullMarked;
