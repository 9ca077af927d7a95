package dev.tidemark.state.rocksdb;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.NullRow;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.UnsafeRow;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.VoidRow;
import dev.tidemark.state.schema.ColumnFamilySchema;

/** Rows in Spark's own layout. One row object is used again and again. */
final class UnsafeEncoding implements RowEncoding {
    private final Location at;
    private final UnsafeRow row;

    UnsafeEncoding(Location at) {
        this.at = at;
        row = new UnsafeRow(at);
    }

    @Override
    public Values withId(Slice stored, StructSchema schema) {
        return row.pointTo(RowEncoding.unversioned(at, stored), schema.size());
    }

    @Override
    public Values withoutId(Slice stored, StructSchema schema) {
        return withId(stored, schema);
    }

    @Override
    public Slice[] range(Slice stored, int columns) {
        row.pointTo(RowEncoding.unversioned(at, stored), columns);
        Slice[] slices = new Slice[columns];
        for (int i = 0; i < columns; i++) {
            slices[i] = row.isNull(i) ? Slice.EMPTY : row.bytesAt(i);
        }
        return slices;
    }

    @Override
    public Values value(Slice stored, ColumnFamilySchema schema) {
        Slice unversioned = RowEncoding.unversioned(at, stored);
        int fields = schema.value().size();
        return VoidRow.isBehind(unversioned, fields) ? new NullRow(fields) : row.pointTo(unversioned, fields);
    }
}
