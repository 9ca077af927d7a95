package dev.tidemark.state.rocksdb;

import java.util.List;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.DecodedValues;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * Key columns as bytes that sort as their values do: a marker (0 negative, 1 not, 2 null) and the big-endian value, all
 * bits flipped for a negative floating point number. Spark 4.2: RangeKeyScanStateEncoder.
 */
final class RangeColumns {
    private static final byte NEGATIVE = 0;
    private static final byte NULL = 2;

    private RangeColumns() {}

    static DecodedValues decode(Location at, Slice[] stored, List<StructSchema.Field> columns) {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(at, stored[i], columns.get(i));
        }
        return DecodedValues.owning(values);
    }

    private static @Nullable Long value(Location at, Slice stored, StructSchema.Field column) {
        if (stored.length() == 0 || stored.at(0) == NULL) {
            return null;
        }
        SparkType type = column.type();
        int widthBytes = type.widthBytes();
        if (widthBytes == SparkType.VARIABLE || stored.length() != 1 + widthBytes) {
            throw new MalformedException(
                    at,
                    DamageKind.MALFORMED,
                    "an ordered column " + column.name() + " of " + type.text(),
                    stored.length() + " bytes");
        }
        long bits = 0;
        for (int i = 1; i <= widthBytes; i++) {
            bits = bits << 8 | (stored.at(i) & 0xff);
        }
        if (isFloating(type)) {
            bits = stored.at(0) == NEGATIVE ? ~bits : bits;
            return type == SparkType.Simple.FLOAT ? (long) (int) bits : bits;
        }
        int unused = Long.SIZE - 8 * widthBytes;
        return bits << unused >> unused;
    }

    private static boolean isFloating(SparkType type) {
        return type == SparkType.Simple.FLOAT || type == SparkType.Simple.DOUBLE;
    }
}
