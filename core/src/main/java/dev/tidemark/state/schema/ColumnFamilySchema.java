package dev.tidemark.state.schema;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * What a column family, or a store without any, holds.
 *
 * @param name {@code default} for a store without column families
 * @param values every value schema rows may have been written with, by schema id; the newest is {@link #value()}
 * @param valueSchemaId the id of the newest
 * @param holdsSeveral whether a value is a sequence of elements: list state, and the rows of join format 4
 * @param userKey the schema of the user's key of a map state
 */
public record ColumnFamilySchema(
        String name,
        StructSchema key,
        Map<Integer, StructSchema> values,
        int valueSchemaId,
        KeyEncoding keyEncoding,
        boolean holdsSeveral,
        @Nullable StructSchema userKey) {
    public ColumnFamilySchema {
        values = Map.copyOf(values);
        if (!values.containsKey(valueSchemaId)) {
            throw new IllegalArgumentException("no value schema " + valueSchemaId + " in " + name);
        }
    }

    /** A store with one key and one value schema. */
    public static ColumnFamilySchema of(String name, StructSchema key, StructSchema value, KeyEncoding keyEncoding) {
        return new ColumnFamilySchema(name, key, Map.of(0, value), 0, keyEncoding, false, null);
    }

    /** The newest value schema: what values are shown as. */
    public StructSchema value() {
        return Objects.requireNonNull(values.get(valueSchemaId));
    }

    /** The schema of the user's key, of a map state alone. */
    public Optional<StructSchema> mapKey() {
        return Optional.ofNullable(userKey);
    }
}
