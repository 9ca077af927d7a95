package dev.tidemark.delta.action;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** {@code checkpointMetadata}: marks a checkpoint as one of the v2 specification. Found in checkpoints only. */
public record CheckpointMetadata(long version, Map<String, @Nullable String> tags) implements Action {
    public CheckpointMetadata {
        tags = Ordered.copyOf(tags);
    }

    @Override
    public String name() {
        return "checkpointMetadata";
    }
}
