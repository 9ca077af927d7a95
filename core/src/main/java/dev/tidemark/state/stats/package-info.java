/** What a store's rows add up to: counts, bytes, places, ages. */
@NullMarked
package dev.tidemark.state.stats;

import org.jspecify.annotations.NullMarked;
