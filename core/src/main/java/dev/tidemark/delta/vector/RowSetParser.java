package dev.tidemark.delta.vector;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;

/**
 * The bytes of a deletion vector to its rows: Delta's two ways to store an array of Roaring bitmaps, and in them the
 * Roaring format. Everything the format promises (order, counts, offsets) is checked, so that what is intact is what
 * every reader sees.
 *
 * <p>Authority: Delta 4.2: {@code RoaringBitmapArray} (native and portable format); RoaringFormatSpec.
 */
public final class RowSetParser {
    private static final int NATIVE_MAGIC = 1681511376;
    private static final int PORTABLE_MAGIC = 1681511377;
    private static final int COOKIE_WITHOUT_RUNS = 12346;
    private static final int COOKIE_WITH_RUNS = 12347;
    private static final int FEWEST_CONTAINERS_WITH_OFFSETS = 4;
    private static final int MOST_SPARSE = 4096;
    private static final int DENSE_WORDS = 1024;

    private final Location at;
    private final ByteBuffer in;
    private final List<RowSet.Container> containers = new ArrayList<>();

    private RowSetParser(Location at, ByteBuffer in) {
        this.at = at;
        this.in = in;
    }

    /** @param at where the first of {@code bytes} stands */
    public static Parsed<RowSet> parse(Location at, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        RowSetParser parser = new RowSetParser(at, in);
        try {
            parser.readAll();
            return Parsed.intact(new RowSet(parser.containers));
        } catch (BufferUnderflowException ended) {
            return Parsed.damaged(parser.malformed(DamageKind.TRUNCATED, "more of a deletion vector", "the end")
                    .damage());
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
    }

    private void readAll() {
        int magic = in.getInt();
        if (magic == NATIVE_MAGIC) {
            readNative();
        } else if (magic == PORTABLE_MAGIC) {
            readPortable();
        } else {
            throw malformed(
                    DamageKind.MALFORMED,
                    "the magic " + NATIVE_MAGIC + " or " + PORTABLE_MAGIC,
                    Integer.toString(magic));
        }
    }

    private void readNative() {
        int count = in.getInt();
        require(count >= 0 && count <= in.remaining() / 4, "a bitmap count that fits", count);
        for (int key = 0; key < count; key++) {
            int size = in.getInt();
            require(size >= 0 && size <= in.remaining(), "a bitmap inside the vector", size);
            int end = in.position() + size;
            readBitmap(key);
            require(in.position() == end, "a bitmap of " + size + " bytes", in.position() - end + size);
        }
    }

    private void readPortable() {
        long count = in.getLong();
        require(count >= 0 && count <= in.remaining() / 4, "a bitmap count that fits", count);
        long last = -1;
        for (long i = 0; i < count; i++) {
            int key = in.getInt();
            require(key > last, "ascending bitmap keys", key);
            last = key;
            readBitmap(key);
        }
    }

    private void readBitmap(int key) {
        int start = in.position();
        int cookie = in.getInt();
        boolean hasRuns = (cookie & 0xffff) == COOKIE_WITH_RUNS;
        require(hasRuns || cookie == COOKIE_WITHOUT_RUNS, "a Roaring cookie", cookie);
        int count = hasRuns ? (cookie >>> 16) + 1 : in.getInt();
        require(count >= 0 && count <= 1 << 16 && count <= in.remaining() / 4, "a container count that fits", count);
        byte[] runFlags = new byte[hasRuns ? (count + 7) / 8 : 0];
        in.get(runFlags);
        char[] keys = new char[count];
        int[] cardinalities = new int[count];
        for (int i = 0; i < count; i++) {
            keys[i] = in.getChar();
            cardinalities[i] = in.getChar() + 1;
            require(i == 0 || keys[i] > keys[i - 1], "ascending container keys", keys[i]);
        }
        boolean hasOffsets = !hasRuns || count >= FEWEST_CONTAINERS_WITH_OFFSETS;
        int[] offsets = new int[hasOffsets ? count : 0];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = in.getInt();
        }
        for (int i = 0; i < count; i++) {
            int found = in.position() - start;
            require(!hasOffsets || offsets[i] == found, "a container at byte " + found, hasOffsets ? offsets[i] : 0);
            boolean isRuns = hasRuns && (runFlags[i >> 3] >> (i & 7) & 1) == 1;
            readContainer(((long) key << 32) + ((long) keys[i] << 16), cardinalities[i], isRuns);
        }
    }

    private void readContainer(long base, int cardinality, boolean isRuns) {
        if (isRuns) {
            readRuns(base, cardinality);
        } else if (cardinality <= MOST_SPARSE) {
            char[] rows = new char[cardinality];
            for (int i = 0; i < cardinality; i++) {
                rows[i] = in.getChar();
                require(i == 0 || rows[i] > rows[i - 1], "ascending rows", rows[i]);
            }
            containers.add(new RowSet.Sparse(base, rows));
        } else {
            long[] words = new long[DENSE_WORDS];
            int bits = 0;
            for (int i = 0; i < DENSE_WORDS; i++) {
                words[i] = in.getLong();
                bits += Long.bitCount(words[i]);
            }
            require(bits == cardinality, cardinality + " bits in a container", bits);
            containers.add(new RowSet.Dense(base, words, cardinality));
        }
    }

    private void readRuns(long base, int cardinality) {
        int count = in.getChar();
        require(count > 0 && count <= in.remaining() / 4, "a run count that fits", count);
        char[] runs = new char[2 * count];
        int total = 0;
        int last = -1;
        for (int i = 0; i < runs.length; i += 2) {
            runs[i] = in.getChar();
            runs[i + 1] = in.getChar();
            require(runs[i] > last && runs[i] + runs[i + 1] <= 0xffff, "ascending runs below 65536", runs[i]);
            last = runs[i] + runs[i + 1];
            total += runs[i + 1] + 1;
        }
        require(total == cardinality, cardinality + " rows in runs", total);
        containers.add(new RowSet.Runs(base, runs, cardinality));
    }

    private void require(boolean holds, String expected, long found) {
        if (!holds) {
            throw malformed(DamageKind.MALFORMED, expected, Long.toString(found));
        }
    }

    private MalformedException malformed(DamageKind kind, String expected, String found) {
        long base = Math.max(0, at.byteOffset());
        return new MalformedException(at.atByte(base + in.position()), kind, expected, found);
    }
}
