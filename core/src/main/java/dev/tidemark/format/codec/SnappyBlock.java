package dev.tidemark.format.codec;

/**
 * One raw Snappy block: literals and copies of what was decoded before. In Java, so that no native library has to be
 * unpacked for a small checkpoint; every copy is checked against both ends, so a hostile block costs no more than the
 * size its caller allowed.
 */
public final class SnappyBlock {
    private SnappyBlock() {}

    /**
     * Decodes a block that begins with its decoded length, which must be {@code length}.
     *
     * @return whether the bytes were such a block
     */
    public static boolean decodeSized(byte[] in, int at, int end, byte[] out, int length) {
        int from = at;
        long stated = 0;
        for (int shift = 0; true; shift += 7) {
            if (from >= end || shift > 28) {
                return false;
            }
            byte part = in[from++];
            stated |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return stated == length && decode(in, from, end, out, length);
            }
        }
    }

    /**
     * Decodes {@code in[at, end)} into the first {@code length} bytes of {@code out}.
     *
     * @return whether the bytes were a block of exactly that length
     */
    static boolean decode(byte[] in, int at, int end, byte[] out, int length) {
        int from = at;
        int to = 0;
        while (from < end) {
            int tag = in[from++] & 0xff;
            int count;
            int distance;
            switch (tag & 3) {
                case 0 -> {
                    count = (tag >>> 2) + 1;
                    if (count > 60) {
                        int bytes = count - 60;
                        if (bytes > end - from) {
                            return false;
                        }
                        count = little(in, from, bytes) + 1;
                        from += bytes;
                    }
                    if (count <= 0 || count > end - from || count > length - to) {
                        return false;
                    }
                    System.arraycopy(in, from, out, to, count);
                    from += count;
                    to += count;
                    continue;
                }
                case 1 -> {
                    if (from >= end) {
                        return false;
                    }
                    count = (tag >>> 2 & 7) + 4;
                    distance = (tag & 0xe0) << 3 | (in[from++] & 0xff);
                }
                case 2 -> {
                    if (end - from < 2) {
                        return false;
                    }
                    count = (tag >>> 2) + 1;
                    distance = little(in, from, 2);
                    from += 2;
                }
                default -> {
                    if (end - from < 4) {
                        return false;
                    }
                    count = (tag >>> 2) + 1;
                    distance = little(in, from, 4);
                    from += 4;
                }
            }
            if (distance <= 0 || distance > to || count > length - to) {
                return false;
            }
            copy(out, to, distance, count);
            to += count;
        }
        return to == length;
    }

    /** Copies {@code count} bytes from {@code distance} before; the two may overlap, then the pattern repeats. */
    static void copy(byte[] out, int to, int distance, int count) {
        if (distance >= count) {
            System.arraycopy(out, to - distance, out, to, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            out[to + i] = out[to + i - distance];
        }
    }

    private static int little(byte[] in, int at, int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (in[at + i] & 0xff) << (8 * i);
        }
        return value;
    }
}
