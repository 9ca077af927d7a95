/** How a table came to be: its commits one by one, what touched a file, when a version was made. */
@NullMarked
package dev.tidemark.delta.history;

import org.jspecify.annotations.NullMarked;
