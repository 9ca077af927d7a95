package dev.tidemark.format.codec;

import java.io.IOException;
import java.io.InputStream;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;

/**
 * snappy-java's stream format: a header of 16 bytes, then a big-endian length and a raw Snappy block again and again.
 * Streams may follow one another. There is no end mark.
 */
final class SnappyStream extends BlockStream {
    private static final int MAGIC_HEAD = 0x82534e41;
    private static final int MAGIC_TAIL = 0x50505900;
    private static final int HEADER_BYTES = 16;

    /** The block size is a conf; more than this is a lie. */
    private static final int MAX_BLOCK_BYTES = 1 << 28;

    private final byte[] word = new byte[HEADER_BYTES];
    private boolean started;

    SnappyStream(Location at, InputStream compressed) {
        super(at, compressed);
    }

    @Override
    int nextBlock() throws IOException {
        long start = position();
        int have = readSome(word, Integer.BYTES);
        if (have == 0 && started) {
            return -1;
        }
        if (have < Integer.BYTES) {
            throw damaged(start + have, DamageKind.TRUNCATED, "the length of a Snappy block", have + " bytes");
        }
        int length = bigEndian(word, 0);
        if (length == MAGIC_HEAD || !started) {
            header(start, length);
            return 0;
        }
        if (length < 0 || length > MAX_BLOCK_BYTES) {
            throw damaged(start, DamageKind.MALFORMED, "the length of a Snappy block", Integer.toString(length));
        }
        byte[] stored = readExactly(length, "a Snappy block");
        return decode(start, stored, length);
    }

    private void header(long start, int head) throws IOException {
        byte[] rest = new byte[HEADER_BYTES - Integer.BYTES];
        int have = head == MAGIC_HEAD ? readSome(rest, rest.length) : 0;
        if (head != MAGIC_HEAD || (have >= Integer.BYTES && bigEndian(rest, 0) != MAGIC_TAIL)) {
            throw damaged(start, DamageKind.MALFORMED, "a Snappy stream", Hex.shown(word, Integer.BYTES));
        }
        if (have < rest.length) {
            throw damaged(position(), DamageKind.TRUNCATED, "the header of a Snappy stream", have + 4 + " bytes");
        }
        started = true;
    }

    private int decode(long start, byte[] stored, int length) throws IOException {
        int rawBytes = 0;
        int at = 0;
        for (int shift = 0; ; shift += 7) {
            if (at >= length || shift > 28) {
                throw damaged(
                        start, DamageKind.MALFORMED, "the decoded length of a Snappy block", Hex.shown(stored, length));
            }
            byte part = stored[at++];
            rawBytes |= (part & 0x7f) << shift;
            if (part >= 0) {
                break;
            }
        }
        // A byte of Snappy makes at most 64/3 bytes, so a longer claim is a bomb.
        if (rawBytes < 0 || rawBytes > MAX_BLOCK_BYTES || rawBytes > 64L * length) {
            throw damaged(
                    start, DamageKind.TOO_LARGE, "a Snappy block of sane length", rawBytes + " bytes out of " + length);
        }
        ensureBlock(rawBytes);
        if (!SnappyBlock.decode(stored, at, length, block, rawBytes)) {
            throw damaged(
                    start, DamageKind.MALFORMED, rawBytes + " bytes in a Snappy block", "bytes that do not decode");
        }
        return rawBytes;
    }

    private static int bigEndian(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
