package dev.tidemark.delta.vector;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The Z85 encoding (ZeroMQ RFC 32): five characters for four bytes. */
final class Z85 {
    private static final byte[] DIGITS = ("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    + ".-:+=^!/*?&<>()[]{}@%$#")
            .getBytes(StandardCharsets.US_ASCII);
    private static final int[] VALUES = values();

    private Z85() {}

    /** The bytes of a text, or empty when it is none of this encoding. */
    static Optional<byte[]> decode(String text) {
        if (text.length() % 5 != 0) {
            return Optional.empty();
        }
        byte[] bytes = new byte[text.length() / 5 * 4];
        int out = 0;
        for (int i = 0; i < text.length(); i += 5) {
            long word = 0;
            for (int j = i; j < i + 5; j++) {
                char digit = text.charAt(j);
                int value = digit < VALUES.length ? VALUES[digit] : -1;
                if (value < 0) {
                    return Optional.empty();
                }
                word = word * 85 + value;
            }
            if (word > 0xffffffffL) {
                return Optional.empty();
            }
            for (int shift = 24; shift >= 0; shift -= 8) {
                bytes[out++] = (byte) (word >>> shift);
            }
        }
        return Optional.of(bytes);
    }

    private static int[] values() {
        int[] values = new int[128];
        Arrays.fill(values, -1);
        for (int i = 0; i < DIGITS.length; i++) {
            values[DIGITS[i]] = i;
        }
        return values;
    }
}
