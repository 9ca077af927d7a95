/**
 * Parquet files read by column: footer, statistics, pages, rows. Written for damaged and hostile files: every length is
 * bounded before it is allocated, and what is wrong becomes a {@link dev.tidemark.evidence.Damage} with its byte.
 */
@NullMarked
package dev.tidemark.format.parquet;

import org.jspecify.annotations.NullMarked;
