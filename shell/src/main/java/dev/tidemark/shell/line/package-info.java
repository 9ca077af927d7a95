/** A typed line, taken apart: words, quotes, pipes, redirections, and what was probably meant. Knows nothing else. */
@NullMarked
package dev.tidemark.shell.line;

import org.jspecify.annotations.NullMarked;
