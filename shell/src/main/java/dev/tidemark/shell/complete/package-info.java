/** What may come next on a line, told from the commands and from what is open. Knows no terminal. */
@NullMarked
package dev.tidemark.shell.complete;

import org.jspecify.annotations.NullMarked;
