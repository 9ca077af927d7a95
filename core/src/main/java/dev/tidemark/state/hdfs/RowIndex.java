package dev.tidemark.state.hdfs;

import java.io.IOException;
import java.util.Arrays;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.state.RowSink;

/**
 * The rows of one partition by the bytes of their keys. Rows lie one after another in a few large arrays, so a row costs
 * its bytes, a header of 8 and a slot of 8 to 16, and no object.
 */
final class RowIndex {
    private static final int CHUNK_BYTES = 1 << 22;
    private static final int FIRST_CHUNK_BYTES = 1 << 16;
    private static final int HEADER_BYTES = 8;
    private static final int DEAD = -1;
    private static final int INITIAL_SLOTS = 1 << 10;
    private static final long EMPTY = 0;
    private static final long REMOVED = -1;

    private byte[][] chunks = new byte[4][];
    private int[] chunkLengths = new int[4];
    private int chunkCount;

    /** A place is {@code chunk << 32 | offset} plus one, so that 0 is an empty slot. */
    private long[] places = new long[INITIAL_SLOTS];

    private int[] hashes = new int[INITIAL_SLOTS];
    private int live;
    private int used;

    /** How many rows there are. */
    int size() {
        return live;
    }

    /** Sets the value of a key. The bytes are copied. */
    void put(byte[] keys, int keyOffset, int keyLength, byte[] values, int valueOffset, int valueLength) {
        int hash = hash(keys, keyOffset, keyLength);
        int slot = find(hash, keys, keyOffset, keyLength);
        long place = places[slot];
        if (place != EMPTY && place != REMOVED) {
            if (replaceInPlace(place, values, valueOffset, valueLength)) {
                return;
            }
            kill(place);
        } else {
            live++;
            used += place == EMPTY ? 1 : 0;
        }
        places[slot] = append(keys, keyOffset, keyLength, values, valueOffset, valueLength);
        hashes[slot] = hash;
        if (used * 2 > places.length) {
            grow();
        }
    }

    /** Removes a key; nothing happens when it is not there. */
    void remove(byte[] keys, int keyOffset, int keyLength) {
        int slot = find(hash(keys, keyOffset, keyLength), keys, keyOffset, keyLength);
        long place = places[slot];
        if (place != EMPTY && place != REMOVED) {
            kill(place);
            places[slot] = REMOVED;
            live--;
        }
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

    private int find(int hash, byte[] keys, int keyOffset, int keyLength) {
        int mask = places.length - 1;
        int slot = hash & mask;
        int free = -1;
        while (places[slot] != EMPTY) {
            if (places[slot] == REMOVED) {
                free = free < 0 ? slot : free;
            } else if (hashes[slot] == hash && hasKey(places[slot], keys, keyOffset, keyLength)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return free < 0 ? slot : free;
    }

    private boolean hasKey(long place, byte[] keys, int keyOffset, int keyLength) {
        byte[] bytes = chunkOf(place);
        int at = offsetOf(place);
        int key = at + HEADER_BYTES;
        return LittleEndian.intAt(bytes, at) == keyLength
                && Arrays.equals(bytes, key, key + keyLength, keys, keyOffset, keyOffset + keyLength);
    }

    private boolean replaceInPlace(long place, byte[] values, int valueOffset, int valueLength) {
        byte[] bytes = chunkOf(place);
        int at = offsetOf(place);
        if (LittleEndian.intAt(bytes, at + 4) != valueLength) {
            return false;
        }
        System.arraycopy(values, valueOffset, bytes, at + HEADER_BYTES + LittleEndian.intAt(bytes, at), valueLength);
        return true;
    }

    private void kill(long place) {
        byte[] bytes = chunkOf(place);
        int at = offsetOf(place) + 4;
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
        return ((long) last << 32 | at) + 1;
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

    private void grow() {
        long[] oldPlaces = places;
        int[] oldHashes = hashes;
        int slots = live * 2 > oldPlaces.length / 2 ? Math.multiplyExact(oldPlaces.length, 2) : oldPlaces.length;
        places = new long[slots];
        hashes = new int[slots];
        int mask = slots - 1;
        for (int i = 0; i < oldPlaces.length; i++) {
            if (oldPlaces[i] != EMPTY && oldPlaces[i] != REMOVED) {
                int slot = oldHashes[i] & mask;
                while (places[slot] != EMPTY) {
                    slot = (slot + 1) & mask;
                }
                places[slot] = oldPlaces[i];
                hashes[slot] = oldHashes[i];
            }
        }
        used = live;
    }

    private byte[] chunkOf(long place) {
        return chunks[(int) ((place - 1) >>> 32)];
    }

    private static int offsetOf(long place) {
        return (int) (place - 1);
    }

    private static int hash(byte[] bytes, int offset, int length) {
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
        return (int) (hash ^ hash >>> 32);
    }
}
