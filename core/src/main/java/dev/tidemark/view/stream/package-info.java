/** Views of a stream over time: trends, figures, what each new batch did. */
@NullMarked
package dev.tidemark.view.stream;

import org.jspecify.annotations.NullMarked;
