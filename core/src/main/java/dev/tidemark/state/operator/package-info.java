/** How the stores of each stateful operator become rows, named and nested as Spark's own state reader gives them. */
@NullMarked
package dev.tidemark.state.operator;

import org.jspecify.annotations.NullMarked;
