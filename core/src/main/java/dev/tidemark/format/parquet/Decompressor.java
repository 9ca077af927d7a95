package dev.tidemark.format.parquet;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.codec.SnappyBlock;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/** Compressed pages to bytes, by the format's compression codes. */
final class Decompressor {
    private static final int NONE = 0;
    private static final int SNAPPY = 1;
    private static final int GZIP = 2;
    private static final int LZ4_HADOOP = 5;
    private static final int ZSTD = 6;
    private static final int LZ4_RAW = 7;
    private static final String[] NAMES = {"none", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4 raw"};

    /** No page is larger, whatever its compressed size. */
    private static final int MAX_PAGE_BYTES = 256 << 20;
    /** What a page may hold whatever its compressed size. */
    private static final int SMALL_PAGE_BYTES = 4 << 20;

    private Decompressor() {}

    /** Refuses a codec that this reader does not have. */
    static void require(int codec, Location at) {
        boolean isKnown = codec == NONE
                || codec == SNAPPY
                || codec == GZIP
                || codec == LZ4_HADOOP
                || codec == ZSTD
                || codec == LZ4_RAW;
        if (!isKnown) {
            throw new MalformedException(
                    at,
                    codec == 3 || codec == 4 ? DamageKind.UNSUPPORTED_VERSION : DamageKind.MALFORMED,
                    "the codec none, snappy, gzip, lz4 or zstd",
                    name(codec));
        }
    }

    private static String name(int codec) {
        return codec >= 0 && codec < NAMES.length ? NAMES[codec] : "code " + codec;
    }

    /** The most bytes that {@code compressedBytes} of this codec may be claimed to hold. */
    static int limitBytes(int codec, int compressedBytes) {
        long ratio = switch (codec) {
            case NONE -> 1;
            case SNAPPY -> 64;
            case LZ4_HADOOP, LZ4_RAW -> 256;
            case GZIP -> 1_040;
            default -> 40_000;
        };
        long byRatio = codec == NONE ? compressedBytes : Math.max(SMALL_PAGE_BYTES, compressedBytes * ratio);
        return (int) Math.min(MAX_PAGE_BYTES, byRatio);
    }

    /**
     * Decompresses a page that holds exactly {@code toLength} bytes.
     *
     * @param at the page
     */
    static void decompress(int codec, Location at, byte[] from, int start, int length, byte[] to, int toLength) {
        boolean isWell = switch (codec) {
            case SNAPPY -> SnappyBlock.decodeSized(from, start, start + length, to, toLength);
            case GZIP -> inflate(from, start, length, to, toLength);
            case LZ4_RAW -> lz4(from, start, length, to, 0, toLength);
            case LZ4_HADOOP -> hadoopLz4(from, start, length, to, toLength);
            case ZSTD -> zstd(from, start, length, to, toLength);
            default -> {
                System.arraycopy(from, start, to, 0, toLength);
                yield length == toLength;
            }
        };
        if (!isWell) {
            throw new MalformedException(
                    at, DamageKind.MALFORMED, toLength + " bytes out of a " + name(codec) + " page", "other bytes");
        }
    }

    private static boolean zstd(byte[] from, int start, int length, byte[] to, int toLength) {
        try {
            return Zstd.decompressByteArray(to, 0, toLength, from, start, length) == toLength;
        } catch (ZstdException corrupt) {
            return false;
        }
    }

    /** The format wants gzip members; some writers put zlib streams. */
    private static boolean inflate(byte[] from, int start, int length, byte[] to, int toLength) {
        boolean isGzip = length > 18 && (from[start] & 0xff) == 0x1f && (from[start + 1] & 0xff) == 0x8b;
        int header = isGzip ? gzipHeader(from, start, length) : 0;
        if (header < 0) {
            return false;
        }
        Inflater inflater = new Inflater(isGzip);
        try {
            inflater.setInput(from, start + header, length - header);
            int done = 0;
            while (done < toLength) {
                int count = inflater.inflate(to, done, toLength - done);
                if (count == 0) {
                    return false;
                }
                done += count;
            }
            return true;
        } catch (DataFormatException corrupt) {
            return false;
        } finally {
            inflater.end();
        }
    }

    private static int gzipHeader(byte[] from, int start, int length) {
        int flags = from[start + 3];
        int at = 10;
        if ((flags & 4) != 0) {
            at += 2 + ((from[start + at] & 0xff) | (from[start + at + 1] & 0xff) << 8);
        }
        for (int name = flags & 0x18; name != 0; name &= name - 1) {
            while (at < length && from[start + at] != 0) {
                at++;
            }
            at++;
        }
        at += flags & 2;
        return at < length ? at : -1;
    }

    private static boolean lz4(byte[] from, int start, int length, byte[] to, int toStart, int toLength) {
        try {
            return LZ4Factory.fastestJavaInstance()
                            .safeDecompressor()
                            .decompress(from, start, length, to, toStart, toLength)
                    == toLength;
        } catch (LZ4Exception corrupt) {
            return false;
        }
    }

    /** Hadoop's framing: big-endian sizes, decompressed and compressed, before each block; some writers leave it out. */
    private static boolean hadoopLz4(byte[] from, int start, int length, byte[] to, int toLength) {
        int in = start;
        int end = start + length;
        int out = 0;
        while (end - in >= 8 && out < toLength) {
            int plain = bigEndian(from, in);
            int packed = bigEndian(from, in + 4);
            if (plain < 0 || packed < 0 || plain > toLength - out || packed > end - in - 8) {
                break;
            }
            if (!lz4(from, in + 8, packed, to, out, plain)) {
                break;
            }
            in += 8 + packed;
            out += plain;
        }
        return (out == toLength && in == end) || lz4(from, start, length, to, 0, toLength);
    }

    private static int bigEndian(byte[] from, int at) {
        return Integer.reverseBytes(LittleEndian.intAt(from, at));
    }
}
