package dev.tidemark.query;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The sink of the query.
 *
 * @param name the name given with {@code name()}, for sink evolution (Spark 4.2); null when the description gives none
 * @param path the table or directory; null for a sink that has none
 * @param outputMode {@code append}, {@code update} or {@code complete}
 * @param options by name, in the case the user wrote
 */
public record SinkDescription(
        @Nullable String name, String format, @Nullable String path, String outputMode, Map<String, String> options) {
    public SinkDescription {
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** The value of an option whatever its case, as Spark finds it. */
    public java.util.Optional<String> option(String key) {
        return options.entrySet().stream()
                .filter(option -> option.getKey().equalsIgnoreCase(key))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
