package dev.tidemark.format.parquet;

import java.io.IOException;

/** The bytes of one Parquet file, read at positions. Whoever hands them in closes what is behind them. */
public interface SeekableBytes {
    /** Length in bytes. */
    long sizeBytes();

    /** Reads exactly {@code length} bytes that lie inside {@link #sizeBytes()}. */
    void readFully(long position, byte[] into, int offset, int length) throws IOException;

    /** Bytes in memory. */
    static SeekableBytes of(byte[] bytes) {
        return new SeekableBytes() {
            @Override
            public long sizeBytes() {
                return bytes.length;
            }

            @Override
            public void readFully(long position, byte[] into, int offset, int length) {
                System.arraycopy(bytes, Math.toIntExact(position), into, offset, length);
            }
        };
    }
}
