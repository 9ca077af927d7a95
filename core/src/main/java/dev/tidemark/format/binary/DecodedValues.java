package dev.tidemark.format.binary;

import java.math.BigInteger;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Values that were taken out of their bytes one by one, for encodings that cannot be read in place. Floating point
 * numbers are held as their bits.
 */
public final class DecodedValues implements Values {
    private final @Nullable Object[] items;

    /**
     * Holds the items as they are.
     *
     * @param items each null, a Long, a Slice, a BigInteger, a DecodedValues or an Entries
     */
    public DecodedValues(List<? extends @Nullable Object> items) {
        this.items = items.toArray();
    }

    /** Holds the items of an array that the caller gives up. */
    public static DecodedValues owning(@Nullable Object[] items) {
        return new DecodedValues(items);
    }

    private DecodedValues(@Nullable Object[] items) {
        this.items = items;
    }

    @Override
    public int count() {
        return items.length;
    }

    @Override
    public boolean isNull(int ordinal) {
        return items[ordinal] == null;
    }

    @Override
    public long wholeAt(int ordinal, int widthBytes) {
        return item(ordinal, Long.class);
    }

    @Override
    public Slice bytesAt(int ordinal) {
        return item(ordinal, Slice.class);
    }

    @Override
    public BigInteger bigAt(int ordinal) {
        return item(ordinal, BigInteger.class);
    }

    @Override
    public DecodedValues structAt(int ordinal, int fieldCount) {
        return item(ordinal, DecodedValues.class);
    }

    @Override
    public DecodedValues arrayAt(int ordinal, int elementWidthBytes) {
        return item(ordinal, DecodedValues.class);
    }

    @Override
    public Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes) {
        return item(ordinal, Entries.class);
    }

    private <T> T item(int ordinal, Class<T> type) {
        Object item = items[ordinal];
        if (!type.isInstance(item)) {
            throw new IllegalArgumentException("no " + type.getSimpleName() + " at " + ordinal);
        }
        return type.cast(item);
    }
}
