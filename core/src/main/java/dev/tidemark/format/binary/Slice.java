package dev.tidemark.format.binary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A stretch of a byte array, shared and not copied: whoever keeps one beyond the call it came with calls
 * {@link #toBytes()}.
 *
 * @param array never written through a slice
 * @param offset of the first byte
 * @param length in bytes
 */
public record Slice(byte[] array, int offset, int length) {
    /** No bytes. */
    public static final Slice EMPTY = new Slice(new byte[0], 0, 0);

    public Slice {
        if (offset < 0 || length < 0 || offset > array.length - length) {
            throw new IllegalArgumentException("no slice of " + array.length + " bytes: " + length + " from " + offset);
        }
    }

    /** A whole array. */
    public static Slice of(byte[] bytes) {
        return new Slice(bytes, 0, bytes.length);
    }

    /** The bytes from {@code from} on. */
    public Slice from(int from) {
        return new Slice(array, offset + from, length - from);
    }

    /** {@code newLength} bytes from {@code from} on. */
    public Slice part(int from, int newLength) {
        if (from < 0 || newLength < 0 || from > length - newLength) {
            throw new IllegalArgumentException("no part of " + length + " bytes: " + newLength + " from " + from);
        }
        return new Slice(array, offset + from, newLength);
    }

    /** The byte at a position. */
    public byte at(int index) {
        return array[offset + index];
    }

    /** A copy that nothing else shares. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** The bytes as UTF-8 text; what is no UTF-8 becomes U+FFFD. */
    public String toText() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }

    /** Whether the bytes are the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Slice slice
                && Arrays.equals(
                        array, offset, offset + length, slice.array, slice.offset, slice.offset + slice.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return length + " bytes";
    }
}
