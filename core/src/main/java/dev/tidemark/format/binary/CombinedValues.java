package dev.tidemark.format.binary;

import java.math.BigInteger;

/** The values of several rows as one, in any order. */
public final class CombinedValues implements Values {
    private final Values[] sources;
    private final int[] ordinals;

    /**
     * Value {@code i} is value {@code ordinals[i]} of {@code sources[i]}.
     *
     * @param sources given up by the caller
     * @param ordinals given up by the caller
     */
    public CombinedValues(Values[] sources, int[] ordinals) {
        if (sources.length != ordinals.length) {
            throw new IllegalArgumentException(sources.length + " sources of " + ordinals.length + " values");
        }
        this.sources = sources;
        this.ordinals = ordinals;
    }

    @Override
    public int count() {
        return ordinals.length;
    }

    @Override
    public boolean isNull(int ordinal) {
        return sources[ordinal].isNull(ordinals[ordinal]);
    }

    @Override
    public long wholeAt(int ordinal, int widthBytes) {
        return sources[ordinal].wholeAt(ordinals[ordinal], widthBytes);
    }

    @Override
    public Slice bytesAt(int ordinal) {
        return sources[ordinal].bytesAt(ordinals[ordinal]);
    }

    @Override
    public BigInteger bigAt(int ordinal) {
        return sources[ordinal].bigAt(ordinals[ordinal]);
    }

    @Override
    public Values structAt(int ordinal, int fieldCount) {
        return sources[ordinal].structAt(ordinals[ordinal], fieldCount);
    }

    @Override
    public Values arrayAt(int ordinal, int elementWidthBytes) {
        return sources[ordinal].arrayAt(ordinals[ordinal], elementWidthBytes);
    }

    @Override
    public Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes) {
        return sources[ordinal].mapAt(ordinals[ordinal], keyWidthBytes, valueWidthBytes);
    }
}
