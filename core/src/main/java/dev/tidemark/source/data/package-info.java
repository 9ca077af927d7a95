/** Rows and event times of the data files a batch reads, when they may be opened. */
@NullMarked
package dev.tidemark.source.data;

import org.jspecify.annotations.NullMarked;
