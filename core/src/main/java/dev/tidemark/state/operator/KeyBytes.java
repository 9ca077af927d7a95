package dev.tidemark.state.operator;

import java.util.Arrays;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;

/**
 * A key as bytes that are equal exactly when its fields are, wherever it was stored: alone, or with an index behind its
 * fields, which moves every offset.
 */
final class KeyBytes {
    private final StructSchema fields;
    private byte[] bytes = new byte[64];
    private int length;

    /** Encodes those fields, which are the first of every key given. */
    KeyBytes(StructSchema fields) {
        this.fields = fields;
    }

    /** Encodes; the slice is good until the next call. */
    Slice encode(Values key) {
        length = 0;
        for (int i = 0; i < fields.size(); i++) {
            field(key, i, fields.field(i).type());
        }
        return new Slice(bytes, 0, length);
    }

    private void field(Values key, int ordinal, SparkType type) {
        SparkType stored = type instanceof SparkType.UserDefined userDefined ? userDefined.sqlType() : type;
        if (key.isNull(ordinal)) {
            append(-1);
        } else if (stored instanceof StructSchema struct) {
            append(struct.size());
            Values nested = key.structAt(ordinal, struct.size());
            for (int i = 0; i < struct.size(); i++) {
                field(nested, i, struct.field(i).type());
            }
        } else if (stored instanceof SparkType.Decimal decimal && !decimal.fitsLong()) {
            append(Slice.of(key.bigAt(ordinal).toByteArray()));
        } else if (stored.widthBytes() == SparkType.VARIABLE) {
            append(key.bytesAt(ordinal));
        } else {
            long value = key.wholeAt(ordinal, stored.widthBytes());
            append((int) value);
            append((int) (value >>> 32));
        }
    }

    private void append(Slice part) {
        append(part.length());
        ensure(part.length());
        System.arraycopy(part.array(), part.offset(), bytes, length, part.length());
        length += part.length();
    }

    private void append(int value) {
        ensure(Integer.BYTES);
        LittleEndian.putInt(bytes, length, value);
        length += Integer.BYTES;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
