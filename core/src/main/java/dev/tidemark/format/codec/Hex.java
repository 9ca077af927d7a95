package dev.tidemark.format.codec;

import java.util.HexFormat;

/** Bytes in messages. */
final class Hex {
    private static final int MOST_BYTES = 8;

    private Hex() {}

    static String shown(byte[] bytes, int length) {
        int count = Math.min(length, MOST_BYTES);
        return count == 0 ? "nothing" : "bytes " + HexFormat.ofDelimiter(" ").formatHex(bytes, 0, count);
    }
}
