package dev.tidemark.format.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;

/** Zstandard frames; libzstd's errors become damages at the byte of the file that was last handed to it. */
final class ZstdStream extends InputStream {
    private final Location at;
    private final Counted compressed;
    private final ZstdInputStreamNoFinalizer frames;
    private final byte[] one = new byte[1];

    ZstdStream(Location at, InputStream compressed) throws IOException {
        this.at = at;
        this.compressed = new Counted(compressed);
        this.frames = new ZstdInputStreamNoFinalizer(this.compressed);
    }

    @Override
    public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        try {
            return frames.read(into, offset, length);
        } catch (ZstdIOException malformed) {
            throw damaged(DamageKind.MALFORMED, String.valueOf(malformed.getMessage()));
        } catch (ZstdException malformed) {
            throw damaged(DamageKind.MALFORMED, String.valueOf(malformed.getMessage()));
        } catch (IOException failed) {
            if (compressed.failed) {
                throw failed;
            }
            throw damaged(DamageKind.TRUNCATED, "the end of the file");
        }
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }

    private DamagedStreamException damaged(DamageKind kind, String found) {
        return new DamagedStreamException(new Damage(at.atByte(compressed.position), kind, "a Zstandard frame", found));
    }

    /** Counts what goes by, and remembers whether it was the storage that failed. */
    private static final class Counted extends InputStream {
        private final InputStream in;
        private long position;
        private boolean failed;

        Counted(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count;
            try {
                count = in.read(into, offset, length);
            } catch (IOException storage) {
                failed = true;
                throw storage;
            }
            position += Math.max(0, count);
            return count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
