package dev.tidemark.format.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;

/** A stream decoded block by block. */
abstract class BlockStream extends InputStream {
    private static final int COPY_BYTES = 1 << 16;

    private final Location at;
    private final InputStream compressed;
    private byte[] scratch = new byte[COPY_BYTES];
    private long position;
    byte[] block = new byte[0];
    private int next;
    private int limit;
    private boolean ended;

    BlockStream(Location at, InputStream compressed) {
        this.at = at;
        this.compressed = compressed;
    }

    /**
     * Decodes the next block into {@link #block}.
     *
     * @return its decoded length, 0 to be asked again, -1 at the end
     */
    abstract int nextBlock() throws IOException;

    @Override
    public final int read() throws IOException {
        return fill() ? block[next++] & 0xff : -1;
    }

    @Override
    public final int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, limit - next);
        System.arraycopy(block, next, into, offset, count);
        next += count;
        return count;
    }

    @Override
    public final int available() {
        return limit - next;
    }

    @Override
    public final void close() throws IOException {
        compressed.close();
    }

    private boolean fill() throws IOException {
        while (next == limit) {
            if (ended) {
                return false;
            }
            int length = nextBlock();
            ended = length < 0;
            next = 0;
            limit = Math.max(0, length);
        }
        return true;
    }

    /** Bytes of the compressed file behind us. */
    final long position() {
        return position;
    }

    /** A block buffer of at least that size; the caller has bounded it. */
    final void ensureBlock(int sizeBytes) {
        if (block.length < sizeBytes) {
            block = new byte[sizeBytes];
        }
    }

    /** Reads up to {@code length} bytes into the start of {@code into}. */
    final int readSome(byte[] into, int length) throws IOException {
        int count = compressed.readNBytes(into, 0, length);
        position += count;
        return count;
    }

    /** Reads exactly that many bytes; memory grows with what is there, not with what is claimed. */
    final byte[] readExactly(int length, String what) throws IOException {
        int have = 0;
        while (have < length) {
            if (have == scratch.length) {
                scratch = Arrays.copyOf(scratch, (int) Math.min(length, 2L * scratch.length));
            }
            int count = compressed.readNBytes(scratch, have, Math.min(length, scratch.length) - have);
            if (count == 0) {
                throw damaged(position + have, DamageKind.TRUNCATED, length + " bytes of " + what, have + " bytes");
            }
            have += count;
        }
        position += length;
        return scratch;
    }

    final DamagedStreamException damaged(long byteOffset, DamageKind kind, String expected, String found) {
        return new DamagedStreamException(new Damage(at.atByte(byteOffset), kind, expected, found));
    }
}
