package dev.tidemark.diagnosis.exhibit;

import dev.tidemark.format.binary.Slice;

/**
 * Tells a row of sums of decimals by its layout alone: an UnsafeRow keeps sixteen bytes for a large decimal however few it
 * needs, where text of that length has eight.
 */
final class OldDecimals {
    private static final int WORD = 8;
    private static final int DECIMAL_BYTES = 16;
    private static final int MOST_FIELDS = 6;

    private OldDecimals() {}

    /** Whether a value may be a row of some numbers and one large decimal. */
    static boolean looksLikeOne(Slice value) {
        int fields = (value.length() - WORD - DECIMAL_BYTES) / WORD;
        if (value.length() % WORD != 0 || fields < 1 || fields > MOST_FIELDS) {
            return false;
        }
        int dataAt = WORD + fields * WORD;
        for (int field = 0; field < fields; field++) {
            long slot = word(value, WORD + field * WORD);
            long offset = slot >>> 32;
            long size = slot & 0xffffffffL;
            if (offset == dataAt && size > 0 && size <= WORD) {
                return true;
            }
        }
        return false;
    }

    private static long word(Slice value, int at) {
        long word = 0;
        for (int i = WORD - 1; i >= 0; i--) {
            word = word << WORD | (value.array()[value.offset() + at + i] & 0xffL);
        }
        return word;
    }
}
