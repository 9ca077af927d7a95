package dev.tidemark.format.codec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.LittleEndian;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * lz4-java's block format, which is not the LZ4 frame format: {@code LZ4Block}, a token, three little-endian ints
 * (compressed length, decoded length, checksum) and the data. A block of length 0 ends a stream; another may follow it.
 */
final class Lz4BlockStream extends BlockStream {
    private static final byte[] MAGIC = "LZ4Block".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = MAGIC.length + 1 + 3 * Integer.BYTES;
    private static final int METHOD_RAW = 0x10;
    private static final int METHOD_LZ4 = 0x20;
    private static final int LEVEL_BASE = 10;
    private static final int SEED = 0x9747b28c;
    private static final int CHECKSUM_MASK = 0x0fffffff;

    private final LZ4SafeDecompressor lz4 = LZ4Factory.fastestInstance().safeDecompressor();
    private final XXHash32 hash = XXHashFactory.fastestInstance().hash32();
    private final byte[] header = new byte[HEADER_BYTES];

    Lz4BlockStream(Location at, InputStream compressed) {
        super(at, compressed);
    }

    @Override
    int nextBlock() throws IOException {
        long start = position();
        int have = readSome(header, HEADER_BYTES);
        if (have == 0) {
            return -1;
        }
        if (!Arrays.equals(header, 0, Math.min(have, MAGIC.length), MAGIC, 0, Math.min(have, MAGIC.length))) {
            throw damaged(start, DamageKind.MALFORMED, "an LZ4 block", Hex.shown(header, have));
        }
        if (have < HEADER_BYTES) {
            throw new DamagedStreamException(damaged(
                            start + have,
                            DamageKind.TRUNCATED,
                            "the " + HEADER_BYTES + " bytes of an LZ4 block header",
                            have + " bytes")
                    .damage()
                    .because(CodecFlaw.TORN_HEADER));
        }
        int method = header[MAGIC.length] & 0xf0;
        int maxBytes = 1 << ((header[MAGIC.length] & 0x0f) + LEVEL_BASE);
        int storedBytes = LittleEndian.intAt(header, MAGIC.length + 1);
        int rawBytes = LittleEndian.intAt(header, MAGIC.length + 5);
        int checksum = LittleEndian.intAt(header, MAGIC.length + 9);
        requireSane(start, method, maxBytes, storedBytes, rawBytes, checksum);
        if (rawBytes == 0) {
            return 0;
        }
        byte[] stored = readExactly(storedBytes, "an LZ4 block");
        ensureBlock(rawBytes);
        decode(start, method, stored, storedBytes, rawBytes);
        if ((hash.hash(block, 0, rawBytes, SEED) & CHECKSUM_MASK) != checksum) {
            throw damaged(
                    start,
                    DamageKind.CHECKSUM_MISMATCH,
                    "an LZ4 block with checksum " + Integer.toHexString(checksum),
                    "checksum " + Integer.toHexString(hash.hash(block, 0, rawBytes, SEED) & CHECKSUM_MASK));
        }
        return rawBytes;
    }

    private void requireSane(long start, int method, int maxBytes, int storedBytes, int rawBytes, int checksum)
            throws DamagedStreamException {
        boolean sane = (method == METHOD_RAW || method == METHOD_LZ4)
                && rawBytes >= 0
                && rawBytes <= maxBytes
                && storedBytes >= 0
                && (rawBytes == 0) == (storedBytes == 0)
                && (method != METHOD_RAW || rawBytes == storedBytes)
                && (rawBytes != 0 || checksum == 0)
                && storedBytes <= maxBytes + maxBytes / 255 + 16;
        if (!sane) {
            throw damaged(
                    start,
                    DamageKind.MALFORMED,
                    "an LZ4 block of at most " + maxBytes + " bytes",
                    "method " + method + ", lengths " + storedBytes + " and " + rawBytes);
        }
    }

    private void decode(long start, int method, byte[] stored, int storedBytes, int rawBytes)
            throws DamagedStreamException {
        if (method == METHOD_RAW) {
            System.arraycopy(stored, 0, block, 0, rawBytes);
            return;
        }
        int decoded;
        try {
            decoded = lz4.decompress(stored, 0, storedBytes, block, 0, rawBytes);
        } catch (LZ4Exception malformed) {
            throw damaged(start, DamageKind.MALFORMED, rawBytes + " bytes in an LZ4 block", "bytes that do not decode");
        }
        if (decoded != rawBytes) {
            throw damaged(start, DamageKind.MALFORMED, rawBytes + " bytes in an LZ4 block", decoded + " bytes");
        }
    }
}
