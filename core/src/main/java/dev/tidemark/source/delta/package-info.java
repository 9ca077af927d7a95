/**
 * Delta's streaming source, step by step over a table's log: where it starts, what it admits, what it refuses. Authority:
 * Delta's DeltaSource, DeltaSourceCDCSupport, DeltaSourceMetadataEvolutionSupport and DeltaSourceOffset.
 */
@NullMarked
package dev.tidemark.source.delta;

import org.jspecify.annotations.NullMarked;
