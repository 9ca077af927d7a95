package dev.tidemark.delta.replay;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A hash table from a file's identity, path key and deletion vector id, to a value; open addressing, so that a million
 * live files cost three references and a hash each beside what they hold. A search looks at hashes, which lie side by
 * side, and only then at the texts. Not for several threads.
 */
final class FileTable<V> {
    private static final int FIRST_CAPACITY = 64;

    /** Up to here a table grows fourfold, which spares it every other move; above, memory counts more. */
    private static final int SMALL_CAPACITY = 1 << 20;

    /** 0 where there is nothing. */
    private int[] hashes = new int[FIRST_CAPACITY];

    private @Nullable String[] paths = new @Nullable String[FIRST_CAPACITY];
    private @Nullable String[] vectors = new @Nullable String[FIRST_CAPACITY];
    private @Nullable Object[] values = new @Nullable Object[FIRST_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    /** Adds or replaces; the value that stood there before, or null. */
    @Nullable
    V put(String path, @Nullable String vector, V value) {
        int hash = hash(path, vector);
        int slot = slotOf(hash, path, vector);
        V before = valueAt(slot);
        values[slot] = value;
        if (before == null) {
            hashes[slot] = hash;
            paths[slot] = path;
            vectors[slot] = vector;
            size++;
            if (size * 3L > values.length * 2L) {
                grow();
            }
        }
        return before;
    }

    /** Whether there is a value. */
    boolean contains(String path, @Nullable String vector) {
        return hashes[slotOf(hash(path, vector), path, vector)] != 0;
    }

    /** Takes a value out, or null when there is none. */
    @Nullable
    V remove(String path, @Nullable String vector) {
        int slot = slotOf(hash(path, vector), path, vector);
        V before = valueAt(slot);
        if (before != null) {
            size--;
            closeGap(slot);
        }
        return before;
    }

    /** Every value, in no order. */
    void forEach(Consumer<? super V> each) {
        for (int slot = 0; slot < values.length; slot++) {
            V value = valueAt(slot);
            if (value != null) {
                each.accept(value);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private @Nullable V valueAt(int slot) {
        return (V) values[slot];
    }

    private int slotOf(int hash, String path, @Nullable String vector) {
        int mask = hashes.length - 1;
        int slot = hash & mask;
        for (int there = hashes[slot]; there != 0; there = hashes[slot]) {
            if (there == hash && isAt(slot, path, vector)) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean isAt(int slot, String path, @Nullable String vector) {
        if (!path.equals(paths[slot])) {
            return false;
        }
        String other = vectors[slot];
        return vector == null ? other == null : vector.equals(other);
    }

    private static int hash(String path, @Nullable String vector) {
        int hash = path.hashCode();
        if (vector != null) {
            hash = hash * 31 + vector.hashCode();
        }
        hash *= 0x9E3779B9;
        hash ^= hash >>> 15;
        return hash == 0 ? 1 : hash;
    }

    /** Moves back what stood behind a freed slot, so that no search ends too early. */
    private void closeGap(int freed) {
        int mask = values.length - 1;
        int gap = freed;
        int slot = freed;
        while (true) {
            slot = (slot + 1) & mask;
            int hash = hashes[slot];
            if (hash == 0) {
                break;
            }
            int home = hash & mask;
            boolean reachable = ((slot - home) & mask) >= ((slot - gap) & mask);
            if (reachable) {
                hashes[gap] = hash;
                paths[gap] = paths[slot];
                vectors[gap] = vectors[slot];
                values[gap] = values[slot];
                gap = slot;
            }
        }
        hashes[gap] = 0;
        paths[gap] = null;
        vectors[gap] = null;
        values[gap] = null;
    }

    private void grow() {
        int[] oldHashes = hashes;
        @Nullable String[] oldPaths = paths;
        @Nullable String[] oldVectors = vectors;
        @Nullable Object[] oldValues = values;
        int capacity = oldHashes.length * (oldHashes.length < SMALL_CAPACITY ? 4 : 2);
        hashes = new int[capacity];
        paths = new @Nullable String[capacity];
        vectors = new @Nullable String[capacity];
        values = new @Nullable Object[capacity];
        int mask = capacity - 1;
        for (int i = 0; i < oldHashes.length; i++) {
            int hash = oldHashes[i];
            if (hash != 0) {
                int slot = hash & mask;
                while (hashes[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                hashes[slot] = hash;
                paths[slot] = oldPaths[i];
                vectors[slot] = oldVectors[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
