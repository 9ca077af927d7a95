package dev.tidemark.format.parquet;

import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.format.json.JsonValue;

/**
 * What a footer says about the values of one column in one row group.
 *
 * @param min as the file's rows would be shown; empty when absent, deprecated in order or malformed
 * @param max likewise
 */
public record ColumnStatistics(Optional<JsonValue> min, Optional<JsonValue> max, OptionalLong nullCount) {
    /** Nothing known. */
    public static final ColumnStatistics NONE =
            new ColumnStatistics(Optional.empty(), Optional.empty(), OptionalLong.empty());
}
