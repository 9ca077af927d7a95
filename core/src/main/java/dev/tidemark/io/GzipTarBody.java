package dev.tidemark.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * A tar in one gzip stream. It is decompressed once to index it, and small files are kept in memory up to a total; what
 * is larger is decompressed again when it is asked for. Nothing is unpacked to disk.
 */
final class GzipTarBody implements ArchiveBody {
    private static final int LARGEST_KEPT_BYTES = 1 << 20;
    private static final long MOST_KEPT_BYTES = 64L << 20;

    private final Path file;
    private final Map<Long, byte[]> kept;

    private GzipTarBody(Path file, Map<Long, byte[]> kept) {
        this.file = file;
        this.kept = kept;
    }

    /** Decompresses the whole archive once, into an index and as many small files as fit. */
    static GzipTarBody open(Path file, ArchiveIndex index) throws IOException {
        Map<Long, byte[]> kept = new HashMap<>();
        long[] keptBytes = {0};
        try (InputStream in = new BoundedGzip(file)) {
            new TarHeaders(file.toString(), in).forEach((name, kind, sizeBytes, modifiedAtMs, position, body) -> {
                index.add(name, kind, sizeBytes, modifiedAtMs, position);
                if (kind == EntryKind.FILE
                        && sizeBytes <= LARGEST_KEPT_BYTES
                        && keptBytes[0] + sizeBytes <= MOST_KEPT_BYTES) {
                    keptBytes[0] += sizeBytes;
                    kept.put(position, body.readAll());
                }
            });
            // The stream's own checksum stands at its end.
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        return new GzipTarBody(file, kept);
    }

    @Override
    public InputStream open(ArchivedFile archived) throws IOException {
        byte[] bytes = kept.get(archived.position());
        return bytes == null ? stream(archived) : new java.io.ByteArrayInputStream(bytes);
    }

    @Override
    public RandomAccess openAt(ArchivedFile archived) throws IOException {
        byte[] bytes = kept.get(archived.position());
        return bytes == null
                ? RewindingAccess.to(() -> stream(archived), archived.entry().sizeBytes())
                : new BytesAccess(bytes);
    }

    @Override
    public void close() {
        kept.clear();
    }

    private InputStream stream(ArchivedFile archived) throws IOException {
        InputStream in = new BoundedGzip(file);
        try {
            in.skipNBytes(archived.position());
        } catch (IOException broken) {
            in.close();
            throw broken;
        }
        return new FirstBytes(in, archived.entry().sizeBytes());
    }

    /** A gzip stream that gives up where a few bytes claim to be very many. */
    private static final class BoundedGzip extends FilterInputStream {
        private final ExpansionLimit limit;

        BoundedGzip(Path file) throws IOException {
            super(gzip(file));
            this.limit = new ExpansionLimit(file.toString(), Files.size(file));
        }

        private static InputStream gzip(Path file) throws IOException {
            InputStream bytes = Files.newInputStream(file);
            try {
                return new GZIPInputStream(bytes, 1 << 16);
            } catch (IOException notGzip) {
                bytes.close();
                throw notGzip;
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            limit.add(Math.max(count, 0));
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = in.skip(count);
            limit.add(skipped);
            return skipped;
        }
    }

    private static final class FirstBytes extends FilterInputStream {
        private long left;

        FirstBytes(InputStream in, long sizeBytes) {
            super(in);
            this.left = sizeBytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (left == 0 && length > 0) {
                return -1;
            }
            int count = in.read(into, offset, (int) Math.min(length, left));
            left -= Math.max(count, 0);
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = in.skip(Math.min(count, left));
            left -= skipped;
            return skipped;
        }
    }
}
