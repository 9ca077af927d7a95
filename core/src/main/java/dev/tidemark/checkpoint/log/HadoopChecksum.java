package dev.tidemark.checkpoint.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * {@code .N.crc}, which Hadoop's local file system keeps beside each file {@code N} and holds against it on every read:
 * {@code crc\0}, the bytes a checksum covers as a big-endian int, then one big-endian CRC-32 for each such chunk. Authority:
 * Hadoop 3.4 ChecksumFileSystem and ChecksumFs.
 */
public final class HadoopChecksum {
    private static final byte[] MAGIC = {'c', 'r', 'c', 0};
    private static final int HEADER_BYTES = 8;
    private static final int CRC_BYTES = 4;
    private static final int FEWEST_BYTES = 4096;

    private HadoopChecksum() {}

    /** Holds a file against the checksum file beside it. */
    public static ChecksumVerdict verify(Storage storage, StoragePath file, int limitBytes) {
        try {
            byte[] checksums = storage.readAtMost(
                    file.parent().child("." + file.name() + ".crc"), Math.max(FEWEST_BYTES, limitBytes / 64));
            return verify(checksums, storage.readAtMost(file, limitBytes));
        } catch (FileNotFoundException absent) {
            return ChecksumVerdict.ABSENT;
        } catch (IOException refused) {
            return ChecksumVerdict.UNREADABLE;
        }
    }

    /** Holds bytes against the bytes of their checksum file. */
    public static ChecksumVerdict verify(byte[] checksums, byte[] covered) {
        ByteBuffer in = ByteBuffer.wrap(checksums);
        if (checksums.length < HEADER_BYTES || !startsWithMagic(checksums)) {
            return ChecksumVerdict.NO_CHECKSUMS;
        }
        int chunkBytes = in.getInt(MAGIC.length);
        if (chunkBytes <= 0) {
            return ChecksumVerdict.NO_CHECKSUMS;
        }
        in.position(HEADER_BYTES);
        CRC32 crc = new CRC32();
        for (long start = 0; start < covered.length; start += chunkBytes) {
            int length = (int) Math.min(chunkBytes, covered.length - start);
            crc.reset();
            crc.update(covered, (int) start, length);
            if (in.remaining() < CRC_BYTES || in.getInt() != (int) crc.getValue()) {
                return ChecksumVerdict.DIFFERS;
            }
        }
        return ChecksumVerdict.MATCHES;
    }

    private static boolean startsWithMagic(byte[] bytes) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (bytes[i] != MAGIC[i]) {
                return false;
            }
        }
        return true;
    }
}
