package dev.tidemark.io;

import java.io.IOException;
import java.io.InputStream;

/**
 * Random access to bytes that only come as a stream: reads going forward continue, a read going back starts the stream
 * again. Small files are kept in memory instead.
 */
final class RewindingAccess implements RandomAccess {
    /** Files up to this size are read whole once. */
    static final int MOST_IN_MEMORY_BYTES = 64 << 20;

    private final Source source;
    private final long sizeBytes;
    private InputStream stream;
    private long position;

    /** Opens the same bytes from their start, as often as asked. */
    interface Source {
        InputStream open() throws IOException;
    }

    private RewindingAccess(Source source, long sizeBytes) throws IOException {
        this.source = source;
        this.sizeBytes = sizeBytes;
        this.stream = source.open();
    }

    /** Access to {@code sizeBytes} bytes of a source. */
    static RandomAccess to(Source source, long sizeBytes) throws IOException {
        if (sizeBytes > MOST_IN_MEMORY_BYTES) {
            return new RewindingAccess(source, sizeBytes);
        }
        try (InputStream in = source.open()) {
            // The size is what the archive claims: no memory is taken for it before the bytes are there.
            return new BytesAccess(in.readAllBytes());
        }
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public int read(long at, byte[] into, int offset, int length) throws IOException {
        if (at >= sizeBytes) {
            return -1;
        }
        if (at < position) {
            stream.close();
            stream = source.open();
            position = 0;
        }
        stream.skipNBytes(at - position);
        position = at;
        int count = stream.read(into, offset, length);
        position += Math.max(count, 0);
        return count;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
