package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The checksums that Hadoop's local file system keeps of a file {@code X} in {@code .X.crc}: {@code crc\0}, the bytes a
 * checksum covers as a big-endian int, then one big-endian CRC-32 for each such chunk. Authority: Hadoop 3.4
 * ChecksumFileSystem and ChecksumFs.
 */
public final class ChunkChecksums {
    private static final byte[] MAGIC = {'c', 'r', 'c', 0};
    private static final int HEADER_BYTES = 8;
    private static final int MOST_CHUNK_BYTES = 1 << 20;
    private static final int FEWEST_BYTES = 4096;
    private static final int COVERED_BY_A_BYTE = 64;

    private final int chunkBytes;
    private final ByteBuffer sums;

    private ChunkChecksums(int chunkBytes, ByteBuffer sums) {
        this.chunkBytes = chunkBytes;
        this.sums = sums;
    }

    /**
     * The first chunk that is not what its checksum tells.
     *
     * @param atByte where it begins
     * @param expected its checksum in the {@code .crc} file; 0 where that has none for it
     * @param found its own checksum
     */
    public record Mismatch(long atByte, int expected, int found) {}

    /** The bytes of a {@code .crc} file; empty when they are none, as Hadoop then checks nothing. */
    public static Optional<ChunkChecksums> parse(byte[] bytes) {
        if (bytes.length < HEADER_BYTES || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return Optional.empty();
        }
        int chunkBytes = ByteBuffer.wrap(bytes).getInt(MAGIC.length);
        return chunkBytes <= 0 || chunkBytes > MOST_CHUNK_BYTES
                ? Optional.empty()
                : Optional.of(new ChunkChecksums(
                        chunkBytes, ByteBuffer.wrap(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES)));
    }

    /** Holds a file against the {@code .crc} file beside it; empty also when there is none that can be used. */
    public static Optional<Mismatch> mismatch(Storage storage, StoragePath file) throws IOException {
        Optional<FileEntry> entry = storage.stat(file).filter(FileEntry::isFile);
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        long most = FEWEST_BYTES + entry.get().sizeBytes() / COVERED_BY_A_BYTE;
        Optional<ChunkChecksums> checksums;
        try {
            StoragePath side = file.parent().child("." + file.name() + ".crc");
            checksums = parse(storage.readAtMost(side, (int) Math.min(Integer.MAX_VALUE - FEWEST_BYTES, most)));
        } catch (FileNotFoundException | FileTooLargeException none) {
            return Optional.empty();
        }
        if (checksums.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream in = storage.open(file)) {
            return checksums.get().mismatch(in);
        }
    }

    /** Holds what a stream gives against the checksums. */
    public Optional<Mismatch> mismatch(InputStream covered) throws IOException {
        ByteBuffer left = sums.duplicate();
        byte[] chunk = new byte[chunkBytes];
        CRC32 crc = new CRC32();
        long at = 0;
        for (int length = covered.readNBytes(chunk, 0, chunkBytes);
                length > 0;
                length = covered.readNBytes(chunk, 0, chunkBytes)) {
            crc.reset();
            crc.update(chunk, 0, length);
            int found = (int) crc.getValue();
            boolean isTold = left.remaining() >= Integer.BYTES;
            int expected = isTold ? left.getInt() : 0;
            if (!isTold || expected != found) {
                return Optional.of(new Mismatch(at, expected, found));
            }
            at += length;
        }
        return Optional.empty();
    }
}
