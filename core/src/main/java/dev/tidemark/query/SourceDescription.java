package dev.tidemark.query;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.source.kafka.Topics;
import org.jspecify.annotations.Nullable;

/**
 * One source of the query, in plan order.
 *
 * @param name the name given with {@code name()}, for source evolution (Spark 4.2); null when the description gives none
 * @param format as in {@code readStream.format}; of a class name too
 * @param path the table or directory; null for a source that has none
 * @param schema DDL or Spark's schema JSON; null when not given
 * @param options by name, in the case the user wrote
 * @param bounds what a cluster holds of the topics that the source reads; null when nothing is declared
 */
public record SourceDescription(
        @Nullable String name,
        String format,
        @Nullable String path,
        @Nullable String schema,
        Map<String, String> options,
        @Nullable WatermarkDescription watermark,
        @Nullable Topics bounds) {
    public SourceDescription {
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** The same source with an option set, whatever the case in which it was set before. */
    public SourceDescription withOption(String key, String value) {
        Map<String, String> changed = new TreeMap<>(options);
        changed.keySet().removeIf(known -> known.equalsIgnoreCase(key));
        changed.put(key, value);
        return new SourceDescription(name, format, path, schema, changed, watermark, bounds);
    }

    /** A source whose data lie in files, or of which nothing more is declared. */
    public SourceDescription(
            @Nullable String name,
            String format,
            @Nullable String path,
            @Nullable String schema,
            Map<String, String> options,
            @Nullable WatermarkDescription watermark) {
        this(name, format, path, schema, options, watermark, null);
    }

    /** The value of an option whatever its case, as Spark finds it. */
    public java.util.Optional<String> option(String key) {
        return options.entrySet().stream()
                .filter(option -> option.getKey().equalsIgnoreCase(key))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
