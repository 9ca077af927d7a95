package dev.tidemark.format.codec;

import java.io.IOException;
import java.io.InputStream;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;

/**
 * LZF chunks: {@code ZV}, a type, a big-endian length of two bytes; when compressed (type 1) the decoded length too; then
 * the data. There is no end mark.
 */
final class LzfStream extends BlockStream {
    private static final int HEADER_BYTES = 5;
    private static final int TYPE_RAW = 0;
    private static final int TYPE_COMPRESSED = 1;

    private final byte[] header = new byte[HEADER_BYTES];
    private final byte[] decodedLength = new byte[2];

    LzfStream(Location at, InputStream compressed) {
        super(at, compressed);
    }

    @Override
    int nextBlock() throws IOException {
        long start = position();
        int have = readSome(header, HEADER_BYTES);
        if (have == 0) {
            return -1;
        }
        if (header[0] != 'Z' || (have > 1 && header[1] != 'V')) {
            throw damaged(start, DamageKind.MALFORMED, "an LZF chunk", Hex.shown(header, have));
        }
        if (have < HEADER_BYTES) {
            throw damaged(start + have, DamageKind.TRUNCATED, "the header of an LZF chunk", have + " bytes");
        }
        int type = header[2];
        int length = shortAt(header, 3);
        if (type == TYPE_RAW) {
            byte[] stored = readExactly(length, "an LZF chunk");
            ensureBlock(length);
            System.arraycopy(stored, 0, block, 0, length);
            return length;
        }
        if (type != TYPE_COMPRESSED) {
            throw damaged(start + 2, DamageKind.MALFORMED, "type 0 or 1 of an LZF chunk", Integer.toString(type));
        }
        if (readSome(decodedLength, 2) < 2) {
            throw damaged(position(), DamageKind.TRUNCATED, "the header of an LZF chunk", "the end of the file");
        }
        int rawBytes = shortAt(decodedLength, 0);
        byte[] stored = readExactly(length, "an LZF chunk");
        ensureBlock(rawBytes);
        if (!decode(stored, length, block, rawBytes)) {
            throw damaged(start, DamageKind.MALFORMED, rawBytes + " bytes in an LZF chunk", "bytes that do not decode");
        }
        return rawBytes;
    }

    private static boolean decode(byte[] in, int end, byte[] out, int length) {
        int from = 0;
        int to = 0;
        while (from < end) {
            int control = in[from++] & 0xff;
            if (control < 32) {
                int count = control + 1;
                if (count > end - from || count > length - to) {
                    return false;
                }
                System.arraycopy(in, from, out, to, count);
                from += count;
                to += count;
                continue;
            }
            int count = control >>> 5;
            if (count == 7) {
                if (from >= end) {
                    return false;
                }
                count += in[from++] & 0xff;
            }
            count += 2;
            if (from >= end) {
                return false;
            }
            int distance = ((control & 0x1f) << 8 | (in[from++] & 0xff)) + 1;
            if (distance > to || count > length - to) {
                return false;
            }
            SnappyBlock.copy(out, to, distance, count);
            to += count;
        }
        return to == length;
    }

    private static int shortAt(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }
}
