package dev.tidemark.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** An uncompressed tar: each entry is a range of the file, so random access costs nothing. */
final class TarBody implements ArchiveBody {
    private final FileChannel channel;

    private TarBody(FileChannel channel) {
        this.channel = channel;
    }

    /** Reads the headers of a tar into an index; the entries themselves are not read. */
    static TarBody open(Path file, ArchiveIndex index) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            new TarHeaders(file.toString(), in)
                    .forEach((name, kind, sizeBytes, modifiedAtMs, position, body) ->
                            index.add(name, kind, sizeBytes, modifiedAtMs, position));
        }
        return new TarBody(FileChannel.open(file));
    }

    @Override
    public InputStream open(ArchivedFile file) {
        return new BufferedInputStream(new RangeStream(openAt(file)));
    }

    @Override
    public RandomAccess openAt(ArchivedFile file) {
        return new Range(channel, file.position(), file.entry().sizeBytes());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private record Range(FileChannel channel, long start, long sizeBytes) implements RandomAccess {
        @Override
        public int read(long position, byte[] into, int offset, int length) throws IOException {
            if (position >= sizeBytes) {
                return -1;
            }
            int count = (int) Math.min(length, sizeBytes - position);
            return channel.read(ByteBuffer.wrap(into, offset, count), start + position);
        }

        @Override
        public void close() {}
    }

    private static final class RangeStream extends InputStream {
        private final RandomAccess range;
        private long position;

        RangeStream(RandomAccess range) {
            this.range = range;
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
            int count = range.read(position, into, offset, length);
            position += Math.max(count, 0);
            return count;
        }

        @Override
        public long skip(long count) {
            long skipped = Math.max(0, Math.min(count, range.sizeBytes() - position));
            position += skipped;
            return skipped;
        }
    }
}
