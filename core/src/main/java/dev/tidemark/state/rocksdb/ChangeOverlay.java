package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

import dev.tidemark.format.binary.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Changes laid over a snapshot: the last word on every key that changed. Keys that did not change stay in the snapshot;
 * memory follows the changes, not the store.
 */
final class ChangeOverlay {
    private final Map<Slice, Held> values = new LinkedHashMap<>();
    private final RemovedRanges removedRanges = new RemovedRanges();
    private final MergeDelimiter delimiter;
    private final BaseValues base;

    /** The keys that have a value, in order; kept from the first removed range on. */
    private @Nullable TreeSet<Slice> sorted;

    /** What the snapshot holds. */
    @FunctionalInterface
    interface BaseValues {
        /** The value of a key, or null when it has none. */
        byte @Nullable [] value(byte[] key);
    }

    /** A value that can be appended to, which costs no more than what is appended. */
    private static final class Held {
        /** Stands for "removed". */
        static final Held REMOVED = new Held(new byte[0]);

        private byte[] bytes;
        private int length;

        Held(byte[] bytes) {
            this.bytes = bytes;
            this.length = bytes.length;
        }

        void append(MergeDelimiter delimiter, byte[] operand) {
            int grown = Math.addExact(Math.addExact(length, delimiter.sizeBytes()), operand.length);
            if (grown > bytes.length) {
                bytes = Arrays.copyOf(
                        bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(grown, 2L * bytes.length)));
            }
            for (int i = 0; i < delimiter.sizeBytes(); i++) {
                bytes[length++] = (byte) delimiter.text().charAt(i);
            }
            System.arraycopy(operand, 0, bytes, length, operand.length);
            length = grown;
        }

        Slice slice() {
            return new Slice(bytes, 0, length);
        }
    }

    ChangeOverlay(MergeDelimiter delimiter, BaseValues base) {
        this.delimiter = delimiter;
        this.base = base;
    }

    void put(byte[] key, byte[] value) {
        hold(Slice.of(key), new Held(value));
    }

    void remove(byte[] key) {
        hold(Slice.of(key), Held.REMOVED);
    }

    /** Appends as the merge operator does: the delimiter stands between, not before the first. */
    void append(byte[] key, byte[] operand) {
        Slice slice = Slice.of(key);
        Held before = values.get(slice);
        if (before == null && !removedRanges.contains(slice)) {
            byte[] stored = base.value(key);
            before = stored == null ? null : new Held(stored);
        }
        if (before == null || before == Held.REMOVED) {
            hold(slice, new Held(operand));
            return;
        }
        before.append(delimiter, operand);
        hold(slice, before);
    }

    void removeRange(byte[] begin, byte[] end) {
        Slice from = Slice.of(begin);
        Slice until = Slice.of(end);
        if (RemovedRanges.ORDER.compare(from, until) >= 0) {
            return;
        }
        removedRanges.add(from, until);
        TreeSet<Slice> present = sorted == null ? sortedKeys() : sorted;
        sorted = present;
        NavigableSet<Slice> gone = present.subSet(from, true, until, false);
        gone.forEach(key -> values.put(key, Held.REMOVED));
        gone.clear();
    }

    private TreeSet<Slice> sortedKeys() {
        TreeSet<Slice> keys = new TreeSet<>(RemovedRanges.ORDER);
        values.forEach((key, value) -> {
            if (value != Held.REMOVED) {
                keys.add(key);
            }
        });
        return keys;
    }

    private void hold(Slice key, Held value) {
        values.put(key, value);
        if (sorted != null) {
            if (value == Held.REMOVED) {
                sorted.remove(key);
            } else {
                sorted.add(key);
            }
        }
    }

    /** Whether the snapshot's own value of a key still stands. */
    boolean leaves(Slice key) {
        return !values.containsKey(key) && !removedRanges.contains(key);
    }

    /**
     * Hands over the changed keys that have a value, in the order they first changed.
     *
     * @return whether all were wanted
     */
    boolean forEachEntry(RocksDatabase.EntrySink each) throws IOException {
        for (Map.Entry<Slice, Held> entry : values.entrySet()) {
            if (entry.getValue() != Held.REMOVED
                    && !each.entry(entry.getKey(), entry.getValue().slice())) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        return values.isEmpty() && removedRanges.isEmpty();
    }
}
