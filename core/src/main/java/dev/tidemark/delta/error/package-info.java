/** What Spark and Delta Kernel say when they cannot read a table: one factory a situation. */
@NullMarked
package dev.tidemark.delta.error;

import org.jspecify.annotations.NullMarked;
