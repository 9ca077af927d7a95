package dev.tidemark.state.rocksdb;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.format.binary.Slice;

/** Ranges of keys that were removed, joined where they meet, so that a key is looked up in one of them. */
final class RemovedRanges {
    /** As RocksDB orders keys: by their bytes without a sign. */
    static final Comparator<Slice> ORDER = (one, other) -> Arrays.compareUnsigned(
            one.array(),
            one.offset(),
            one.offset() + one.length(),
            other.array(),
            other.offset(),
            other.offset() + other.length());

    /** The end of each range by its begin; the end is not part of it. */
    private final TreeMap<Slice, Slice> ends = new TreeMap<>(ORDER);

    /** Adds a range whose begin is below its end. */
    void add(Slice begin, Slice end) {
        Slice from = begin;
        Slice until = end;
        Map.Entry<Slice, Slice> below = ends.floorEntry(begin);
        if (below != null && ORDER.compare(below.getValue(), begin) >= 0) {
            from = below.getKey();
            until = later(until, below.getValue());
        }
        Map.Entry<Slice, Slice> next = ends.ceilingEntry(from);
        while (next != null && ORDER.compare(next.getKey(), until) <= 0) {
            until = later(until, next.getValue());
            ends.remove(next.getKey());
            next = ends.ceilingEntry(from);
        }
        ends.put(from, until);
    }

    private static Slice later(Slice one, Slice other) {
        return ORDER.compare(one, other) >= 0 ? one : other;
    }

    boolean contains(Slice key) {
        Map.Entry<Slice, Slice> below = ends.floorEntry(key);
        return below != null && ORDER.compare(key, below.getValue()) < 0;
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }
}
