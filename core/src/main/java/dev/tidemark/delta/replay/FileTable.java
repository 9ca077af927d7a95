package dev.tidemark.delta.replay;

import java.util.Arrays;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A hash table from a file's identity, path key and deletion vector id, to a value; open addressing, so that a million
 * live files cost three references each beside what they hold. Not for several threads.
 */
final class FileTable<V> {
    private static final int FIRST_CAPACITY = 64;

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
        int slot = slotOf(path, vector);
        V before = valueAt(slot);
        values[slot] = value;
        if (before == null) {
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
        return values[slotOf(path, vector)] != null;
    }

    /** Takes a value out, or null when there is none. */
    @Nullable
    V remove(String path, @Nullable String vector) {
        int slot = slotOf(path, vector);
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

    private int slotOf(String path, @Nullable String vector) {
        int mask = values.length - 1;
        int slot = hash(path, vector) & mask;
        while (values[slot] != null && !isAt(slot, path, vector)) {
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
        return hash ^ (hash >>> 15);
    }

    /** Moves back what stood behind a freed slot, so that no search ends too early. */
    private void closeGap(int freed) {
        int mask = values.length - 1;
        int gap = freed;
        int slot = freed;
        while (true) {
            slot = (slot + 1) & mask;
            String path = paths[slot];
            if (values[slot] == null || path == null) {
                break;
            }
            int home = hash(path, vectors[slot]) & mask;
            boolean reachable = ((slot - home) & mask) >= ((slot - gap) & mask);
            if (reachable) {
                paths[gap] = path;
                vectors[gap] = vectors[slot];
                values[gap] = values[slot];
                gap = slot;
            }
        }
        paths[gap] = null;
        vectors[gap] = null;
        values[gap] = null;
    }

    private void grow() {
        @Nullable String[] oldPaths = paths;
        @Nullable String[] oldVectors = vectors;
        @Nullable Object[] oldValues = values;
        int capacity = oldValues.length * 2;
        paths = Arrays.copyOf(new @Nullable String[0], capacity);
        vectors = Arrays.copyOf(new @Nullable String[0], capacity);
        values = Arrays.copyOf(new @Nullable Object[0], capacity);
        for (int i = 0; i < oldValues.length; i++) {
            String path = oldPaths[i];
            if (oldValues[i] != null && path != null) {
                int slot = slotOf(path, oldVectors[i]);
                paths[slot] = path;
                vectors[slot] = oldVectors[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
