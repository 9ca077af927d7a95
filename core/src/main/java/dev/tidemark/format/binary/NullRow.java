package dev.tidemark.format.binary;

import java.math.BigInteger;

/** A row of nulls, for bytes that hold no field at all. */
public record NullRow(int count) implements Values {
    @Override
    public boolean isNull(int ordinal) {
        return true;
    }

    @Override
    public long wholeAt(int ordinal, int widthBytes) {
        return 0;
    }

    @Override
    public Slice bytesAt(int ordinal) {
        return Slice.EMPTY;
    }

    @Override
    public BigInteger bigAt(int ordinal) {
        return BigInteger.ZERO;
    }

    @Override
    public Values structAt(int ordinal, int fieldCount) {
        return new NullRow(fieldCount);
    }

    @Override
    public Values arrayAt(int ordinal, int elementWidthBytes) {
        return new NullRow(0);
    }

    @Override
    public Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes) {
        return new Entries(new NullRow(0), new NullRow(0));
    }
}
