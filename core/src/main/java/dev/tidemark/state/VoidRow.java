package dev.tidemark.state;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;

/**
 * The row of one null that deduplication stores as value. Up to Spark 3.3 its schema file claims the input's columns
 * instead, so a reader that believes it runs off the end: 16 bytes cannot be a row of two fields or more.
 */
public final class VoidRow {
    private static final int BYTES = 16;

    private VoidRow() {}

    /** Whether the bytes are that row although the schema claims {@code claimedFields}. */
    public static boolean isBehind(Slice stored, int claimedFields) {
        return claimedFields > 1
                && stored.length() == BYTES
                && LittleEndian.longAt(stored.array(), stored.offset()) == 1
                && LittleEndian.longAt(stored.array(), stored.offset() + 8) == 0;
    }
}
