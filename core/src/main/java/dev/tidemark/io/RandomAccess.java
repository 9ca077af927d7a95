package dev.tidemark.io;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;

/** An open file that is read at positions; the opener closes it. Not safe for several threads at once. */
public interface RandomAccess extends Closeable {
    /** Length in bytes when it was opened. */
    long sizeBytes();

    /**
     * Reads some bytes at a position.
     *
     * @return the count read, at least 1, or -1 at or past the end
     */
    int read(long position, byte[] into, int offset, int length) throws IOException;

    /**
     * Reads exactly {@code length} bytes at a position.
     *
     * @throws EOFException when the file ends before
     */
    default void readFully(long position, byte[] into, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int count = read(position + done, into, offset + done, length - done);
            if (count < 0) {
                throw new EOFException(
                        "the file ends at byte " + (position + done) + ", before " + (position + length));
            }
            done += count;
        }
    }
}
