/** Reports as text or JSON. Knows reports only. */
@NullMarked
package dev.tidemark.render;

import org.jspecify.annotations.NullMarked;
