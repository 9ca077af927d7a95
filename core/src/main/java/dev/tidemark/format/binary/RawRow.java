package dev.tidemark.format.binary;

import java.math.BigInteger;

/** Bytes nobody has a schema for, as a row of one binary field. */
public record RawRow(Slice bytes) implements Values {
    @Override
    public int count() {
        return 1;
    }

    @Override
    public boolean isNull(int ordinal) {
        return false;
    }

    @Override
    public Slice bytesAt(int ordinal) {
        return bytes;
    }

    @Override
    public long wholeAt(int ordinal, int widthBytes) {
        throw new IllegalArgumentException("raw bytes are no number");
    }

    @Override
    public BigInteger bigAt(int ordinal) {
        throw new IllegalArgumentException("raw bytes are no number");
    }

    @Override
    public Values structAt(int ordinal, int fieldCount) {
        throw new IllegalArgumentException("raw bytes are no struct");
    }

    @Override
    public Values arrayAt(int ordinal, int elementWidthBytes) {
        throw new IllegalArgumentException("raw bytes are no array");
    }

    @Override
    public Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes) {
        throw new IllegalArgumentException("raw bytes are no map");
    }
}
