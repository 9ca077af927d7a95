package dev.tidemark.delta.action;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * {@code metaData}: what the table is.
 *
 * @param id null when the line has none
 * @param schemaString the schema as Spark's JSON; null when the line has none
 * @param partitionColumns by logical name
 * @param createdTimeMs epoch milliseconds
 */
public record Metadata(
        @Nullable String id,
        @Nullable String tableName,
        @Nullable String description,
        Format format,
        @Nullable String schemaString,
        List<String> partitionColumns,
        Map<String, String> configuration,
        @Nullable Long createdTimeMs)
        implements Action {
    /** The format of the data files. */
    public record Format(String provider, Map<String, String> options) {
        /** What a line without a format means. */
        public static final Format PARQUET = new Format("parquet", Map.of());

        public Format {
            options = Ordered.copyOf(options);
        }
    }

    public Metadata {
        partitionColumns = List.copyOf(partitionColumns);
        configuration = Ordered.copyOf(configuration);
    }

    @Override
    public String name() {
        return "metaData";
    }

    /** A table property. */
    public Optional<String> property(String key) {
        return Optional.ofNullable(configuration.get(key));
    }
}
