package dev.tidemark.delta.action;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The partition of a file: a text for each partition column, by physical name.
 *
 * @param byColumn in the order written; a null value is SQL's null
 */
public record PartitionValues(Map<String, @Nullable String> byColumn) {
    /** Of a table that is not partitioned, or of an action that does not say. */
    public static final PartitionValues NONE = new PartitionValues(Map.of());

    public PartitionValues {
        byColumn = byColumn.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(byColumn));
    }
}
