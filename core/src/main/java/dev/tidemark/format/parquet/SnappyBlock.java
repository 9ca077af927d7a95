package dev.tidemark.format.parquet;

/**
 * One raw Snappy block to bytes, in Java: no native library has to be unpacked for a small checkpoint. Every copy is
 * checked against both ends, so a hostile block costs no more than the size its caller allowed.
 */
final class SnappyBlock {
    private SnappyBlock() {}

    /**
     * Decompresses into {@code to[0, toLength)}.
     *
     * @return -1 when well; else the offset in {@code from} at which the block stops making sense
     */
    static int decompress(byte[] from, int start, int length, byte[] to, int toLength) {
        int in = start;
        int end = start + length;
        long size = 0;
        int shift = 0;
        while (true) {
            if (in >= end || shift > 28) {
                return in;
            }
            int next = from[in++];
            size |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                break;
            }
            shift += 7;
        }
        if (size != toLength) {
            return start;
        }
        int out = 0;
        while (in < end) {
            int tag = from[in++] & 0xff;
            int count;
            int distance;
            switch (tag & 3) {
                case 0 -> {
                    count = (tag >>> 2) + 1;
                    if (count > 60) {
                        int width = count - 60;
                        if (end - in < width) {
                            return in;
                        }
                        count = unsigned(from, in, width) + 1;
                        in += width;
                    }
                    if (count <= 0 || count > end - in || count > toLength - out) {
                        return in;
                    }
                    System.arraycopy(from, in, to, out, count);
                    in += count;
                    out += count;
                    continue;
                }
                case 1 -> {
                    if (in >= end) {
                        return in;
                    }
                    count = (tag >>> 2 & 7) + 4;
                    distance = (tag & 0xe0) << 3 | (from[in++] & 0xff);
                }
                case 2 -> {
                    if (end - in < 2) {
                        return in;
                    }
                    count = (tag >>> 2) + 1;
                    distance = unsigned(from, in, 2);
                    in += 2;
                }
                default -> {
                    if (end - in < 4) {
                        return in;
                    }
                    count = (tag >>> 2) + 1;
                    distance = unsigned(from, in, 4);
                    in += 4;
                }
            }
            if (distance <= 0 || distance > out || count > toLength - out) {
                return in;
            }
            copy(to, out, distance, count);
            out += count;
        }
        return out == toLength ? -1 : in;
    }

    private static void copy(byte[] to, int out, int distance, int count) {
        if (distance >= count) {
            System.arraycopy(to, out - distance, to, out, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to[out + i] = to[out + i - distance];
        }
    }

    private static int unsigned(byte[] from, int at, int width) {
        int value = 0;
        for (int i = width - 1; i >= 0; i--) {
            value = value << 8 | (from[at + i] & 0xff);
        }
        return value;
    }
}
