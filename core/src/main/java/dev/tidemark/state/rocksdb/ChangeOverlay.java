package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.format.binary.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Changes laid over a snapshot: the last word on every key that changed. Keys that did not change stay in the snapshot;
 * memory follows the changes, not the store.
 */
final class ChangeOverlay {
    private final Map<Slice, byte[]> values = new LinkedHashMap<>();
    private final List<KeyRange> removedRanges = new ArrayList<>();
    private final MergeDelimiter delimiter;
    private final BaseValues base;

    /** Stands for "removed". */
    private static final byte[] REMOVED = new byte[0];

    /** What the snapshot holds. */
    @FunctionalInterface
    interface BaseValues {
        /** The value of a key, or null when it has none. */
        byte @Nullable [] value(byte[] key);
    }

    private record KeyRange(byte[] begin, byte[] end) {
        boolean contains(Slice key) {
            int last = key.offset() + key.length();
            return Arrays.compareUnsigned(key.array(), key.offset(), last, begin, 0, begin.length) >= 0
                    && Arrays.compareUnsigned(key.array(), key.offset(), last, end, 0, end.length) < 0;
        }
    }

    ChangeOverlay(MergeDelimiter delimiter, BaseValues base) {
        this.delimiter = delimiter;
        this.base = base;
    }

    void put(byte[] key, byte[] value) {
        values.put(Slice.of(key), held(value));
    }

    void remove(byte[] key) {
        values.put(Slice.of(key), REMOVED);
    }

    /** Appends as the merge operator does: the delimiter stands between, not before the first. */
    void append(byte[] key, byte[] operand) {
        Slice slice = Slice.of(key);
        byte[] before = values.get(slice);
        if (before == null && !isInRemovedRange(slice)) {
            before = base.value(key);
        } else if (before == REMOVED) {
            before = null;
        }
        values.put(slice, held(before == null ? operand : joined(before, operand)));
    }

    void removeRange(byte[] begin, byte[] end) {
        KeyRange range = new KeyRange(begin, end);
        removedRanges.add(range);
        values.replaceAll((key, value) -> range.contains(key) ? REMOVED : value);
    }

    /** Whether the snapshot's own value of a key still stands. */
    boolean leaves(Slice key) {
        return !values.containsKey(key) && !isInRemovedRange(key);
    }

    /**
     * Hands over the changed keys that have a value, in the order they first changed.
     *
     * @return whether all were wanted
     */
    boolean forEachEntry(RocksDatabase.EntrySink each) throws IOException {
        for (Map.Entry<Slice, byte[]> entry : values.entrySet()) {
            if (entry.getValue() != REMOVED && !each.entry(entry.getKey(), Slice.of(entry.getValue()))) {
                return false;
            }
        }
        return true;
    }

    boolean isEmpty() {
        return values.isEmpty() && removedRanges.isEmpty();
    }

    private boolean isInRemovedRange(Slice key) {
        for (KeyRange range : removedRanges) {
            if (range.contains(key)) {
                return true;
            }
        }
        return false;
    }

    private byte[] joined(byte[] before, byte[] operand) {
        byte[] bytes = Arrays.copyOf(before, before.length + delimiter.sizeBytes() + operand.length);
        int position = before.length;
        for (int i = 0; i < delimiter.sizeBytes(); i++) {
            bytes[position++] = (byte) delimiter.text().charAt(i);
        }
        System.arraycopy(operand, 0, bytes, position, operand.length);
        return bytes;
    }

    /** An empty value is not the mark of a removal. */
    private static byte[] held(byte[] value) {
        return value == REMOVED ? new byte[0] : value;
    }
}
