package dev.tidemark.format.binary;

import java.math.BigInteger;

import dev.tidemark.evidence.MalformedException;

/**
 * Values by ordinal: the fields of a row, the elements of an array. The schema that says which accessor fits which
 * ordinal is the caller's; bytes that do not fit it end in a {@link MalformedException}, never in a foreign byte.
 */
public interface Values {
    /** How many there are. */
    int count();

    /** Whether the value is null. */
    boolean isNull(int ordinal);

    /**
     * A whole number, sign-extended: boolean (0 or 1), the integer types, date, timestamps, intervals of one unit, and
     * the unscaled value of a decimal of at most 18 digits.
     *
     * @param widthBytes the type's own width: 1, 2, 4 or 8
     */
    long wholeAt(int ordinal, int widthBytes);

    /** A 32-bit floating point number. */
    default float floatAt(int ordinal) {
        return Float.intBitsToFloat((int) wholeAt(ordinal, Integer.BYTES));
    }

    /** A 64-bit floating point number. */
    default double doubleAt(int ordinal) {
        return Double.longBitsToDouble(wholeAt(ordinal, Long.BYTES));
    }

    /** The bytes of a string, a binary, a calendar interval (months int, days int, micros long) or a variant. */
    Slice bytesAt(int ordinal);

    /** The unscaled value of a decimal of more than 18 digits. */
    BigInteger bigAt(int ordinal);

    /** A nested struct. */
    Values structAt(int ordinal, int fieldCount);

    /**
     * A nested array.
     *
     * @param elementWidthBytes the element type's own width when it is fixed and at most 8, else 8
     */
    Values arrayAt(int ordinal, int elementWidthBytes);

    /** A nested map: its keys and its values, as many of each. */
    Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes);

    /** The two sides of a map, in the order stored. */
    record Entries(Values keys, Values values) {}
}
