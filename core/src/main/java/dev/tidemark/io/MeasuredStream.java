package dev.tidemark.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;

/**
 * The bytes of one archived file, held against what the archive says of them: a file that is shorter or longer than its
 * size, or whose checksum differs, ends in an exception and never looks whole.
 */
final class MeasuredStream extends FilterInputStream {
    /** Stands for "the archive keeps no checksum". */
    static final long NO_CRC = -1;

    private final String name;
    private final long sizeBytes;
    private final long expectedCrc;
    private final CRC32 crc = new CRC32();
    private long done;

    MeasuredStream(InputStream in, String name, long sizeBytes, long expectedCrc) {
        super(in);
        this.name = name;
        this.sizeBytes = sizeBytes;
        this.expectedCrc = expectedCrc;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = in.read(into, offset, length);
        if (count < 0) {
            requireWhole();
            return count;
        }
        done += count;
        if (done > sizeBytes) {
            throw new UnreadableArchiveException(name, "holds more than the " + sizeBytes + " bytes it is said to");
        }
        crc.update(into, offset, count);
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        byte[] skipped = new byte[(int) Math.min(8_192, Math.max(count, 0))];
        long left = count;
        while (left > 0) {
            int read = read(skipped, 0, (int) Math.min(skipped.length, left));
            if (read < 0) {
                break;
            }
            left -= read;
        }
        return count - left;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void requireWhole() throws UnreadableArchiveException {
        if (done < sizeBytes) {
            throw new UnreadableArchiveException(name, "ends after " + done + " of " + sizeBytes + " bytes");
        }
        if (expectedCrc != NO_CRC && crc.getValue() != expectedCrc) {
            throw new UnreadableArchiveException(name, "its bytes do not match the checksum in the archive");
        }
    }
}
