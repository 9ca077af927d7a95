package dev.tidemark.delta.action;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Immutable copies that keep the order written, which reports show. */
final class Ordered {
    private Ordered() {}

    static <V> Map<String, V> copyOf(Map<String, V> map) {
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
