package dev.tidemark.format.binary;

import java.math.BigInteger;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;

/**
 * A row in Spark's own layout, read in place: a null bit a field, a slot of 8 bytes a field, then the variable part. All
 * words are little-endian. One object can be pointed at one row after another; nothing is copied and nothing allocated
 * but for nested values. Spark 4.2: UnsafeRow, UnsafeArrayData, UnsafeMapData.
 */
public final class UnsafeRow implements Values {
    private static final int MAX_NESTED_COUNT = 1 << 28;

    private final Location at;
    private byte[] bytes = Slice.EMPTY.array();
    private int start;
    private int sizeBytes;
    private int count;
    private int bitsStart;
    private int slotsStart;
    private int strideBytes = Long.BYTES;

    /** Points at nothing yet; {@code at} is where damages say the bytes stand. */
    public UnsafeRow(Location at) {
        this.at = at;
    }

    /** A row of {@code fieldCount} fields. */
    public static UnsafeRow of(Location at, Slice row, int fieldCount) {
        return new UnsafeRow(at).pointTo(row, fieldCount);
    }

    /** Points at a row. Fails when the fixed part does not fit the bytes. */
    public UnsafeRow pointTo(Slice row, int fieldCount) {
        return pointTo(row.array(), row.offset(), row.length(), fieldCount);
    }

    /** Points at a row given as a stretch of an array. */
    public UnsafeRow pointTo(byte[] array, int offset, int length, int fieldCount) {
        long fixedBytes = bitsetBytes(fieldCount) + 8L * fieldCount;
        if (length < fixedBytes) {
            throw malformed(
                    DamageKind.TRUNCATED,
                    "a row of at least " + fixedBytes + " bytes for " + fieldCount + " fields",
                    length + " bytes");
        }
        bytes = array;
        start = offset;
        sizeBytes = length;
        count = fieldCount;
        bitsStart = offset;
        slotsStart = offset + bitsetBytes(fieldCount);
        strideBytes = Long.BYTES;
        return this;
    }

    /** Points at an array: a count, null bits, elements of {@code elementWidthBytes}, then the variable part. */
    private UnsafeRow pointToArray(byte[] array, int offset, int length, int elementWidthBytes) {
        long elements = length < Long.BYTES ? -1 : LittleEndian.longAt(array, offset);
        if (elements < 0 || elements > MAX_NESTED_COUNT) {
            throw malformed(DamageKind.MALFORMED, "a count of elements", elements + " in " + length + " bytes");
        }
        long fixedBytes = Long.BYTES + bitsetBytes((int) elements) + elements * elementWidthBytes;
        if (length < fixedBytes) {
            throw malformed(
                    DamageKind.TRUNCATED,
                    "an array of at least " + fixedBytes + " bytes for " + elements + " elements",
                    length + " bytes");
        }
        bytes = array;
        start = offset;
        sizeBytes = length;
        count = (int) elements;
        bitsStart = offset + Long.BYTES;
        slotsStart = bitsStart + bitsetBytes(count);
        strideBytes = elementWidthBytes;
        return this;
    }

    /** Bytes of the null bits of that many fields. */
    public static int bitsetBytes(int fieldCount) {
        return ((fieldCount + 63) >>> 6) << 3;
    }

    /** The bytes of the whole row. */
    public Slice slice() {
        return new Slice(bytes, start, sizeBytes);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public boolean isNull(int ordinal) {
        requireOrdinal(ordinal);
        return (bytes[bitsStart + (ordinal >> 3)] >> (ordinal & 7) & 1) != 0;
    }

    @Override
    public long wholeAt(int ordinal, int widthBytes) {
        int slot = slot(ordinal, widthBytes);
        return switch (widthBytes) {
            case 1 -> bytes[slot];
            case 2 -> LittleEndian.shortAt(bytes, slot);
            case 4 -> LittleEndian.intAt(bytes, slot);
            case 8 -> LittleEndian.longAt(bytes, slot);
            default -> throw new IllegalArgumentException("no width of a whole number: " + widthBytes);
        };
    }

    @Override
    public Slice bytesAt(int ordinal) {
        long offsetAndSize = LittleEndian.longAt(bytes, slot(ordinal, Long.BYTES));
        int offset = (int) (offsetAndSize >>> 32);
        int size = (int) offsetAndSize;
        if (size == 0) {
            return Slice.EMPTY;
        }
        if (offset < slotsStart - start || size < 0 || offset > sizeBytes - size) {
            throw malformed(
                    DamageKind.MALFORMED,
                    "field " + ordinal + " inside the " + sizeBytes + " bytes of its row",
                    size + " bytes from " + offset);
        }
        return new Slice(bytes, start + offset, size);
    }

    @Override
    public BigInteger bigAt(int ordinal) {
        Slice unscaled = bytesAt(ordinal);
        if (unscaled.length() == 0) {
            throw malformed(DamageKind.MALFORMED, "the digits of a decimal in field " + ordinal, "no bytes");
        }
        return new BigInteger(unscaled.array(), unscaled.offset(), unscaled.length());
    }

    @Override
    public UnsafeRow structAt(int ordinal, int fieldCount) {
        return of(at, bytesAt(ordinal), fieldCount);
    }

    @Override
    public UnsafeRow arrayAt(int ordinal, int elementWidthBytes) {
        Slice array = bytesAt(ordinal);
        return new UnsafeRow(at).pointToArray(array.array(), array.offset(), array.length(), elementWidthBytes);
    }

    @Override
    public Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes) {
        Slice map = bytesAt(ordinal);
        long keyBytes = map.length() < Long.BYTES ? -1 : LittleEndian.longAt(map.array(), map.offset());
        if (keyBytes < 0 || keyBytes > map.length() - Long.BYTES) {
            throw malformed(
                    DamageKind.MALFORMED,
                    "the keys of a map inside its " + map.length() + " bytes",
                    keyBytes + " bytes");
        }
        int keysStart = map.offset() + Long.BYTES;
        int valuesStart = keysStart + (int) keyBytes;
        int valueBytes = map.offset() + map.length() - valuesStart;
        UnsafeRow keys = new UnsafeRow(at).pointToArray(map.array(), keysStart, (int) keyBytes, keyWidthBytes);
        UnsafeRow values = new UnsafeRow(at).pointToArray(map.array(), valuesStart, valueBytes, valueWidthBytes);
        if (keys.count != values.count) {
            throw malformed(DamageKind.MALFORMED, keys.count + " values in a map", values.count + " values");
        }
        return new Entries(keys, values);
    }

    private int slot(int ordinal, int widthBytes) {
        requireOrdinal(ordinal);
        if (widthBytes > strideBytes) {
            throw new IllegalArgumentException(widthBytes + " bytes of an element of " + strideBytes);
        }
        return slotsStart + ordinal * strideBytes;
    }

    private void requireOrdinal(int ordinal) {
        if (ordinal < 0 || ordinal >= count) {
            throw new IllegalArgumentException("no field " + ordinal + " of " + count);
        }
    }

    private MalformedException malformed(DamageKind kind, String expected, String found) {
        return new MalformedException(at, kind, expected, found);
    }
}
