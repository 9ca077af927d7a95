/** Delta's streaming sink, which remembers the last batch of each query in the table's own log. */
@NullMarked
package dev.tidemark.sink.delta;

import org.jspecify.annotations.NullMarked;
