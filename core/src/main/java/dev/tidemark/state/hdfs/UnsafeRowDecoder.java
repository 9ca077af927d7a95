package dev.tidemark.state.hdfs;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.NullRow;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.UnsafeRow;
import dev.tidemark.format.binary.Values;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.VoidRow;
import dev.tidemark.state.schema.ColumnFamilySchema;

/** Keys and values that are one row each, as this provider always stores them. */
final class UnsafeRowDecoder implements RowDecoder {
    private final UnsafeRow key;
    private final UnsafeRow value;
    private final int keyFields;
    private final int valueFields;

    UnsafeRowDecoder(Location at, ColumnFamilySchema schema) {
        key = new UnsafeRow(at);
        value = new UnsafeRow(at);
        keyFields = schema.key().size();
        valueFields = schema.value().size();
    }

    @Override
    public Values key(Slice stored) {
        return key.pointTo(stored, keyFields);
    }

    @Override
    public Values value(Slice stored) {
        if (VoidRow.isBehind(stored, valueFields)) {
            return new NullRow(valueFields);
        }
        return value.pointTo(stored, valueFields);
    }
}
