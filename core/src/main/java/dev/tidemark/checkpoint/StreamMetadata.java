package dev.tidemark.checkpoint;

import java.util.UUID;

/**
 * The file {@code metadata}: the id a query keeps over its restarts, under which Delta sinks remember its batches.
 */
public record StreamMetadata(UUID id) {}
