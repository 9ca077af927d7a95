package dev.tidemark.delta.action;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * {@code metaData}: what the table is.
 *
 * @param id null when the line has none
 * @param format null when the line has none
 * @param schemaString the schema as Spark's JSON; null when the line has none
 * @param partitionColumns by logical name; null when the line has none
 * @param configuration table properties; null when the line has none
 * @param createdTimeMs epoch milliseconds
 */
public record Metadata(
        @Nullable String id,
        @Nullable String tableName,
        @Nullable String description,
        @Nullable Format format,
        @Nullable String schemaString,
        @Nullable List<String> partitionColumns,
        @Nullable Map<String, @Nullable String> configuration,
        @Nullable Long createdTimeMs)
        implements Action {
    /** The format of the data files. */
    public record Format(String provider, Map<String, @Nullable String> options) {
        public Format {
            options = Ordered.copyOf(options);
        }
    }

    public Metadata {
        partitionColumns = partitionColumns == null ? null : List.copyOf(partitionColumns);
        configuration = configuration == null ? null : Ordered.copyOf(configuration);
    }

    @Override
    public String name() {
        return "metaData";
    }

    /** A table property. */
    public Optional<String> property(String key) {
        return configuration == null ? Optional.empty() : Optional.ofNullable(configuration.get(key));
    }
}
