/** Which versions of a store load, by the rules of each Spark, and what stands in the way of the others. */
@NullMarked
package dev.tidemark.state.load;

import org.jspecify.annotations.NullMarked;
