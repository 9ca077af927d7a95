package dev.tidemark.delta.action;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * {@code sidecar}: a file in {@code _sidecars} with file actions of a v2 checkpoint. Found in checkpoints only.
 *
 * @param path a file name, sometimes a whole path
 */
public record Sidecar(String path, long sizeBytes, long modificationTimeMs, Map<String, @Nullable String> tags)
        implements Action {
    public Sidecar {
        tags = Ordered.copyOf(tags);
    }

    @Override
    public String name() {
        return "sidecar";
    }
}
