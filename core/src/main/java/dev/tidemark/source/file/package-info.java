/** The file source's own log, {@code sources/<id>}. */
@NullMarked
package dev.tidemark.source.file;

import org.jspecify.annotations.NullMarked;
