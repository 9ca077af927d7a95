package dev.tidemark.state.hdfs;

import java.io.IOException;
import java.util.Arrays;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.state.RowSink;

/**
 * The rows of one partition by the bytes of their keys. Rows lie one after another in a few large arrays, so a row costs
 * its bytes, a header of 8 and two to eight slots of 8, and no object. A slot holds where its row lies and some bits of the
 * key's hash, so that looking for a key seldom reads rows of other keys.
 */
final class RowIndex {
    private static final int CHUNK_BYTES = 1 << 22;
    private static final int FIRST_CHUNK_BYTES = 1 << 16;
    private static final int HEADER_BYTES = 8;
    private static final int DEAD = -1;
    private static final int INITIAL_SLOTS = 1 << 10;

    /** To go through the rows again costs more than empty slots. */
    private static final int GROWTH = 4;

    private static final long EMPTY = 0;

    /** The last place there could be: behind a terabyte of rows. */
    private static final long REMOVED = (1L << 40) - 1;

    /** Rows begin in the first {@link #CHUNK_BYTES} of a chunk, for a larger one holds a single row. */
    private static final int OFFSET_BITS = 22;

    private static final int PLACE_BITS = 40;
    private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;

    private byte[][] chunks = new byte[4][];
    private int[] chunkLengths = new int[4];
    private int chunkCount;

    /** High bits of the hash above {@code chunk << OFFSET_BITS | offset} plus one, so that 0 is an empty slot. */
    private long[] slots = new long[INITIAL_SLOTS];

    private int live;
    private int used;

    /** How many rows there are. */
    int size() {
        return live;
    }

    /** Sets the value of a key. The bytes are copied. */
    void put(byte[] keys, int keyOffset, int keyLength, byte[] values, int valueOffset, int valueLength) {
        long hash = hash(keys, keyOffset, keyLength);
        int at = find(hash, keys, keyOffset, keyLength);
        long slot = slots[at];
        if (isRow(slot)) {
            if (replaceInPlace(slot, values, valueOffset, valueLength)) {
                return;
            }
            kill(slot);
        } else {
            live++;
            used += slot == EMPTY ? 1 : 0;
        }
        slots[at] = (hash & ~PLACE_MASK) | append(keys, keyOffset, keyLength, values, valueOffset, valueLength);
        if (used * 2 > slots.length) {
            grow();
        }
    }

    /** Removes a key; nothing happens when it is not there. */
    void remove(byte[] keys, int keyOffset, int keyLength) {
        int at = find(hash(keys, keyOffset, keyLength), keys, keyOffset, keyLength);
        if (isRow(slots[at])) {
            kill(slots[at]);
            slots[at] = REMOVED;
            live--;
        }
    }

    private static boolean isRow(long slot) {
        return slot != EMPTY && slot != REMOVED;
    }

    /** Hands over every row in the order in which its present value was appended. */
    void forEach(String columnFamily, RowSink each) throws IOException {
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            byte[] bytes = chunks[chunk];
            int at = 0;
            while (at < chunkLengths[chunk]) {
                int keyLength = LittleEndian.intAt(bytes, at);
                int valueLength = LittleEndian.intAt(bytes, at + 4);
                int key = at + HEADER_BYTES;
                boolean isLive = valueLength >= 0;
                int value = isLive ? valueLength : -valueLength + DEAD;
                if (isLive
                        && !each.row(
                                columnFamily,
                                new Slice(bytes, key, keyLength),
                                new Slice(bytes, key + keyLength, value))) {
                    return;
                }
                at = key + keyLength + value;
            }
        }
    }

    private int find(long hash, byte[] keys, int keyOffset, int keyLength) {
        int mask = slots.length - 1;
        int at = (int) hash & mask;
        int free = -1;
        while (slots[at] != EMPTY) {
            long slot = slots[at];
            if (slot == REMOVED) {
                free = free < 0 ? at : free;
            } else if ((slot ^ hash) >>> PLACE_BITS == 0 && hasKey(slot, keys, keyOffset, keyLength)) {
                return at;
            }
            at = (at + 1) & mask;
        }
        return free < 0 ? at : free;
    }

    private boolean hasKey(long slot, byte[] keys, int keyOffset, int keyLength) {
        byte[] bytes = chunkOf(slot);
        int at = offsetOf(slot);
        int key = at + HEADER_BYTES;
        return LittleEndian.intAt(bytes, at) == keyLength
                && Arrays.equals(bytes, key, key + keyLength, keys, keyOffset, keyOffset + keyLength);
    }

    private boolean replaceInPlace(long slot, byte[] values, int valueOffset, int valueLength) {
        byte[] bytes = chunkOf(slot);
        int at = offsetOf(slot);
        if (LittleEndian.intAt(bytes, at + 4) != valueLength) {
            return false;
        }
        System.arraycopy(values, valueOffset, bytes, at + HEADER_BYTES + LittleEndian.intAt(bytes, at), valueLength);
        return true;
    }

    private void kill(long slot) {
        byte[] bytes = chunkOf(slot);
        int at = offsetOf(slot) + 4;
        LittleEndian.putInt(bytes, at, -LittleEndian.intAt(bytes, at) + DEAD);
    }

    private long append(byte[] keys, int keyOffset, int keyLength, byte[] values, int valueOffset, int valueLength) {
        int size = Math.addExact(HEADER_BYTES + keyLength, valueLength);
        int last = chunkCount - 1;
        if (last < 0 || chunks[last].length - chunkLengths[last] < size) {
            last = addChunk(size);
        }
        byte[] bytes = chunks[last];
        int at = chunkLengths[last];
        LittleEndian.putInt(bytes, at, keyLength);
        LittleEndian.putInt(bytes, at + 4, valueLength);
        System.arraycopy(keys, keyOffset, bytes, at + HEADER_BYTES, keyLength);
        System.arraycopy(values, valueOffset, bytes, at + HEADER_BYTES + keyLength, valueLength);
        chunkLengths[last] = at + size;
        return ((long) last << OFFSET_BITS | at) + 1;
    }

    private int addChunk(int minBytes) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunkCount);
            chunkLengths = Arrays.copyOf(chunkLengths, 2 * chunkCount);
        }
        // The first chunk is small, so that a small store does not cost megabytes.
        int most = chunkCount == 0 ? Math.max(minBytes, FIRST_CHUNK_BYTES) : Math.max(minBytes, CHUNK_BYTES);
        chunks[chunkCount] = new byte[most];
        return chunkCount++;
    }

    /** Rows are gone through as they lie: that is quicker than to follow the slots. */
    private void grow() {
        slots = new long[live * 4 > slots.length ? Math.multiplyExact(slots.length, GROWTH) : slots.length];
        int mask = slots.length - 1;
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            byte[] bytes = chunks[chunk];
            int row = 0;
            while (row < chunkLengths[chunk]) {
                int keyLength = LittleEndian.intAt(bytes, row);
                int valueLength = LittleEndian.intAt(bytes, row + 4);
                if (valueLength >= 0) {
                    long hash = hash(bytes, row + HEADER_BYTES, keyLength);
                    int at = (int) hash & mask;
                    while (slots[at] != EMPTY) {
                        at = (at + 1) & mask;
                    }
                    slots[at] = (hash & ~PLACE_MASK) | (((long) chunk << OFFSET_BITS | row) + 1);
                }
                row += HEADER_BYTES + keyLength + (valueLength >= 0 ? valueLength : -valueLength + DEAD);
            }
        }
        used = live;
    }

    private byte[] chunkOf(long slot) {
        return chunks[(int) (((slot & PLACE_MASK) - 1) >>> OFFSET_BITS)];
    }

    private static int offsetOf(long slot) {
        return (int) (slot - 1) & CHUNK_BYTES - 1;
    }

    private static long hash(byte[] bytes, int offset, int length) {
        long hash = length * 0x9E3779B97F4A7C15L;
        int end = offset + length;
        int at = offset;
        for (; at + 8 <= end; at += 8) {
            hash = (hash ^ LittleEndian.longAt(bytes, at)) * 0xff51afd7ed558ccdL;
            hash ^= hash >>> 32;
        }
        for (; at < end; at++) {
            hash = (hash ^ bytes[at]) * 0x9E3779B97F4A7C15L;
        }
        hash ^= hash >>> 29;
        return hash ^ hash >>> 32;
    }
}
