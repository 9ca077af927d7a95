package dev.tidemark.state.rocksdb;

import java.util.Arrays;
import java.util.stream.IntStream;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.avro.AvroRowParser;
import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.schema.ColumnFamilySchema;
import org.jspecify.annotations.Nullable;

/**
 * Rows in Avro: the version byte, two bytes of schema id, the row. The prefix of a key has no id. Keys are always of the
 * current schema, values of the one their id names. Spark 4.2: AvroStateEncoder.
 */
final class AvroEncoding implements RowEncoding {
    private final Location at;
    private final AvroRowParser parser;

    AvroEncoding(Location at) {
        this.at = at;
        parser = new AvroRowParser(at);
    }

    @Override
    public Values withId(Slice stored, StructSchema schema) {
        Slice row = RowEncoding.unversioned(at, stored);
        schemaId(row);
        return parser.values(row.from(Short.BYTES), schema, schema);
    }

    @Override
    public Values withoutId(Slice stored, StructSchema schema) {
        return parser.values(RowEncoding.unversioned(at, stored), schema, schema);
    }

    /** A marker field and a value field for each column. */
    @Override
    public Slice[] range(Slice stored, int columns) {
        StructSchema pairs = new StructSchema(IntStream.range(0, 2 * columns)
                .mapToObj(i -> StructSchema.Field.of(Integer.toString(i), SparkType.Simple.BINARY))
                .toList());
        Values values = withoutId(stored, pairs);
        Slice[] slices = new Slice[columns];
        for (int i = 0; i < columns; i++) {
            slices[i] = values.isNull(2 * i) || values.isNull(2 * i + 1)
                    ? Slice.EMPTY
                    : joined(values.bytesAt(2 * i), values.bytesAt(2 * i + 1));
        }
        return slices;
    }

    @Override
    public Values value(Slice stored, ColumnFamilySchema schema) {
        Slice row = RowEncoding.unversioned(at, stored);
        int id = schemaId(row);
        @Nullable StructSchema writer = schema.values().get(id);
        if (writer == null) {
            throw new MalformedException(
                    at,
                    DamageKind.MISSING,
                    "the value schema " + id + " of " + schema.name(),
                    "no schema file with it");
        }
        return parser.values(row.from(Short.BYTES), writer, schema.value());
    }

    private int schemaId(Slice row) {
        if (row.length() < Short.BYTES) {
            throw new MalformedException(
                    at, DamageKind.TRUNCATED, "two bytes of schema id before a row", row.length() + " bytes");
        }
        return LittleEndian.shortAt(row.array(), row.offset());
    }

    private static Slice joined(Slice marker, Slice value) {
        byte[] bytes = Arrays.copyOf(marker.toBytes(), marker.length() + value.length());
        System.arraycopy(value.array(), value.offset(), bytes, marker.length(), value.length());
        return Slice.of(bytes);
    }
}
