/** Where a fact comes from, and what is wrong with it: locations, damage, and values that may be damaged. */
@NullMarked
package dev.tidemark.evidence;

import org.jspecify.annotations.NullMarked;
