package dev.tidemark.checkpoint.offset;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Configurations in the order written, immutable, so that many batches can hold the same one. */
final class ConfMap extends AbstractMap<String, String> {
    private final Map<String, String> ordered;

    private ConfMap(Map<String, String> ordered) {
        this.ordered = ordered;
    }

    static Map<String, String> of(Map<String, String> conf) {
        return conf instanceof ConfMap ? conf : new ConfMap(Collections.unmodifiableMap(new LinkedHashMap<>(conf)));
    }

    @Override
    public @Nullable String get(Object key) {
        return ordered.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        return ordered.containsKey(key);
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        return ordered.entrySet();
    }
}
