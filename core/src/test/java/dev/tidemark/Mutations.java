package dev.tidemark;

import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Damages bytes in the ways that disks, copies and hostile hands do: flipped bits, extreme integers, cut ends, holes,
 * doubled ranges, pieces of other files. The same seed makes the same damage.
 */
public final class Mutations {
    /** How many mutants each seed file gets in a normal test run. */
    private static final int FEW = 400;

    private static final long[] EXTREMES = {
        0,
        1,
        -1,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0xffff,
        0x7fffffffL,
        0x80000000L,
        0xffffffffL,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private static final String[] WORDS = {
        "null",
        "true",
        "{}",
        "[]",
        "\"\"",
        "-1",
        "1e400",
        "9223372036854775808",
        "{\"a\":",
        "\\u0000",
        "\n",
        "\r\n",
        "../",
        "%",
        "\"add\":",
        "\"remove\":",
        "\"path\":",
        "\u00e9",
        "NaN"
    };

    private final SplittableRandom random;

    private Mutations(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The damage of one seed. */
    public static Mutations ofSeed(long seed) {
        return new Mutations(seed);
    }

    /**
     * The seeds of one test: {@value #FEW} of them, or as many as {@code -Dtidemark.fuzz=N} says, shared among
     * {@code tests} tests.
     */
    public static LongStream seeds(int tests) {
        long wanted = Long.getLong("tidemark.fuzz", FEW * (long) tests);
        return LongStream.range(0, Math.max(1, wanted / tests));
    }

    /** A damaged copy, by one to four blows. */
    public byte[] mutate(byte[] healthy) {
        byte[] bytes = healthy.clone();
        int blows = 1 + random.nextInt(4);
        for (int i = 0; i < blows; i++) {
            bytes = blow(bytes, healthy);
        }
        return bytes;
    }

    private byte[] blow(byte[] bytes, byte[] healthy) {
        if (bytes.length == 0) {
            return healthy.clone();
        }
        int at = place(bytes.length);
        return switch (random.nextInt(9)) {
            case 0 -> {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
                yield bytes;
            }
            case 1 -> {
                bytes[at] = (byte) random.nextInt(256);
                yield bytes;
            }
            case 2 -> overwrite(bytes, at, EXTREMES[random.nextInt(EXTREMES.length)], 1 << random.nextInt(4));
            case 3 -> java.util.Arrays.copyOf(bytes, at);
            case 4 -> splice(bytes, at, Math.min(bytes.length, at + length(bytes)), new byte[0]);
            case 5 -> splice(bytes, at, at, piece(healthy));
            case 6 -> splice(bytes, at, Math.min(bytes.length, at + length(bytes)), piece(healthy));
            case 7 ->
                splice(
                        bytes,
                        at,
                        at,
                        WORDS[random.nextInt(WORDS.length)].getBytes(java.nio.charset.StandardCharsets.UTF_8));
            default -> {
                bytes[at] = (byte) (bytes[at] + random.nextInt(-3, 4));
                yield bytes;
            }
        };
    }

    /** Ends are where formats keep their lengths, so they are hit more often. */
    private int place(int length) {
        return random.nextInt(4) == 0 ? length - 1 - random.nextInt(Math.min(length, 64)) : random.nextInt(length);
    }

    private int length(byte[] bytes) {
        return 1 + random.nextInt(random.nextBoolean() ? 8 : Math.max(1, bytes.length / 2));
    }

    private byte[] piece(byte[] healthy) {
        int from = random.nextInt(healthy.length);
        return java.util.Arrays.copyOfRange(healthy, from, Math.min(healthy.length, from + length(healthy)));
    }

    private static byte[] overwrite(byte[] bytes, int at, long value, int width) {
        for (int i = 0; i < width && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (value >>> (i * 8));
        }
        return bytes;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] piece) {
        byte[] spliced = new byte[bytes.length - (to - from) + piece.length];
        System.arraycopy(bytes, 0, spliced, 0, from);
        System.arraycopy(piece, 0, spliced, from, piece.length);
        System.arraycopy(bytes, to, spliced, from + piece.length, bytes.length - to);
        return spliced;
    }
}
