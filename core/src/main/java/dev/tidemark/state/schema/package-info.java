/** Schemas of stores and the metadata of operators, in every version Spark wrote them. */
@NullMarked
package dev.tidemark.state.schema;

import org.jspecify.annotations.NullMarked;
