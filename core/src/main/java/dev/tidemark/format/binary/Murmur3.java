package dev.tidemark.format.binary;

/**
 * Spark's Murmur3 of 32 bits: the tail of bytes is mixed byte by byte, which is not what the standard says. Spark 4.2:
 * Murmur3_x86_32.hashUnsafeBytes.
 */
public final class Murmur3 {
    /** The seed of hash partitioning. */
    public static final int SEED = 42;

    private static final int C1 = 0xcc9e2d51;
    private static final int C2 = 0x1b873593;

    private Murmur3() {}

    /** The hash of four bytes. */
    public static int ofInt(int value, int seed) {
        return finished(mixed(seed, scrambled(value)), Integer.BYTES);
    }

    /** The hash of eight bytes. */
    public static int ofLong(long value, int seed) {
        int low = mixed(seed, scrambled((int) value));
        return finished(mixed(low, scrambled((int) (value >>> 32))), Long.BYTES);
    }

    /** The hash of any bytes. */
    public static int ofBytes(Slice bytes, int seed) {
        int hash = seed;
        int aligned = bytes.length() & ~3;
        for (int i = 0; i < aligned; i += Integer.BYTES) {
            hash = mixed(hash, scrambled(LittleEndian.intAt(bytes.array(), bytes.offset() + i)));
        }
        for (int i = aligned; i < bytes.length(); i++) {
            hash = mixed(hash, scrambled(bytes.at(i)));
        }
        return finished(hash, bytes.length());
    }

    private static int scrambled(int value) {
        return Integer.rotateLeft(value * C1, 15) * C2;
    }

    private static int mixed(int hash, int scrambled) {
        return Integer.rotateLeft(hash ^ scrambled, 13) * 5 + 0xe6546b64;
    }

    private static int finished(int hash, int lengthBytes) {
        int h = hash ^ lengthBytes;
        h = (h ^ (h >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return h ^ (h >>> 16);
    }
}
