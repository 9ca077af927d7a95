/** Spark's types and schemas as values, read from its JSON and from DDL. */
@NullMarked
package dev.tidemark.format.type;

import org.jspecify.annotations.NullMarked;
