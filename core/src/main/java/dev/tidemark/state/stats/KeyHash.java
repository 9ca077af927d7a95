package dev.tidemark.state.stats;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Murmur3;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;

/**
 * The hash that decides in which partition a key belongs: each column is hashed with the hash of those before it as seed.
 * Spark 4.2: HashPartitioning.partitionIdExpression, HashExpression.
 */
final class KeyHash {
    private KeyHash() {}

    /** The partition of a key whose columns are the first {@code columns} of {@code values}. */
    static int partition(Values values, StructSchema schema, int columns, int partitions) {
        return Math.floorMod(of(values, schema, columns, Murmur3.SEED), partitions);
    }

    /** The hash of the first columns. */
    static int of(Values values, StructSchema schema, int columns, int seed) {
        int hash = seed;
        for (int i = 0; i < columns; i++) {
            hash = value(values, i, schema.field(i).type(), hash);
        }
        return hash;
    }

    private static int value(Values values, int ordinal, SparkType type, int seed) {
        if (type instanceof SparkType.UserDefined defined) {
            return value(values, ordinal, defined.sqlType(), seed);
        }
        if (values.isNull(ordinal)) {
            return seed;
        }
        if (type instanceof StructSchema struct) {
            return of(values.structAt(ordinal, struct.size()), struct, struct.size(), seed);
        }
        if (type instanceof SparkType.Array array) {
            Values elements = values.arrayAt(ordinal, array.element().elementWidthBytes());
            int hash = seed;
            for (int i = 0; i < elements.count(); i++) {
                hash = value(elements, i, array.element(), hash);
            }
            return hash;
        }
        if (type instanceof SparkType.Decimal decimal) {
            return decimal.fitsLong()
                    ? Murmur3.ofLong(values.wholeAt(ordinal, Long.BYTES), seed)
                    : Murmur3.ofBytes(Slice.of(values.bigAt(ordinal).toByteArray()), seed);
        }
        return simple(values, ordinal, type, seed);
    }

    private static int simple(Values values, int ordinal, SparkType type, int seed) {
        if (type == SparkType.Simple.FLOAT) {
            float number = values.floatAt(ordinal);
            return Murmur3.ofInt(number == 0.0f ? 0 : Float.floatToIntBits(number), seed);
        }
        if (type == SparkType.Simple.DOUBLE) {
            double number = values.doubleAt(ordinal);
            return Murmur3.ofLong(number == 0.0d ? 0 : Double.doubleToLongBits(number), seed);
        }
        if (type == SparkType.Simple.CALENDAR_INTERVAL) {
            return interval(values.bytesAt(ordinal), seed);
        }
        return switch (type.widthBytes()) {
            case 1, 2, 4 -> Murmur3.ofInt((int) values.wholeAt(ordinal, type.widthBytes()), seed);
            case 8 -> Murmur3.ofLong(values.wholeAt(ordinal, Long.BYTES), seed);
            default -> Murmur3.ofBytes(values.bytesAt(ordinal), seed);
        };
    }

    /** Microseconds, then days, then months. */
    private static int interval(Slice stored, int seed) {
        if (stored.length() < 16) {
            return seed;
        }
        int months = LittleEndian.intAt(stored.array(), stored.offset());
        int days = LittleEndian.intAt(stored.array(), stored.offset() + 4);
        long micros = LittleEndian.longAt(stored.array(), stored.offset() + 8);
        return Murmur3.ofInt(months, Murmur3.ofInt(days, Murmur3.ofLong(micros, seed)));
    }
}
