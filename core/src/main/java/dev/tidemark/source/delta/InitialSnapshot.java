package dev.tidemark.source.delta;

import java.util.List;

import dev.tidemark.delta.action.Add;
import org.jspecify.annotations.Nullable;

/**
 * The files of the version that a stream starts with, as the items of its sequence: a sentinel before them, one behind.
 * An item is made when it is asked for, and none before a place that has been reached already.
 *
 * @param files in the order of the sequence
 */
record InitialSnapshot(long version, List<Add> files) {
    /** The items behind a place in the version. */
    FileStream behind(long index) {
        int[] next = {first(index)};
        return () -> {
            IndexedFile item = at(next[0]);
            next[0]++;
            return item;
        };
    }

    /** The place among the items of the first one behind an index: the sentinel before the files has place 0. */
    private int first(long index) {
        if (index < 0) {
            return index < DeltaOffset.BASE ? 0 : 1;
        }
        return (int) Math.min(index + 2, files.size() + 1L);
    }

    private @Nullable IndexedFile at(int place) {
        if (place == 0) {
            return IndexedFile.sentinel(version, DeltaOffset.BASE);
        }
        if (place <= files.size()) {
            return new IndexedFile(version, place - 1L, files.get(place - 1));
        }
        return place == files.size() + 1 ? IndexedFile.sentinel(version, DeltaOffset.END) : null;
    }
}
