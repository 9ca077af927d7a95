package dev.tidemark.source.kafka;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The order in which Scala's mutable HashMap hands over its keys: by the slot of its table, then by hash. Authority: Scala 2.13
 * mutable.HashMap, improveHash and growTable.
 */
final class MutableHashOrder {
    private static final int FIRST_SLOTS = 16;

    private MutableHashOrder() {}

    /** Distinct keys in the map's order, where they were put in as they come. */
    static <K> List<K> of(List<K> keys, ToIntFunction<K> hash) {
        int slots = FIRST_SLOTS;
        for (int size = 0; size < keys.size(); size++) {
            if (size + 1 >= slots * 3 / 4) {
                slots *= 2;
            }
        }
        int mask = slots - 1;
        List<K> ordered = new ArrayList<>(keys);
        ordered.sort(Comparator.<K>comparingInt(key -> improved(hash.applyAsInt(key)) & mask)
                .thenComparingInt(key -> improved(hash.applyAsInt(key))));
        return ordered;
    }

    private static int improved(int hash) {
        return hash ^ (hash >>> 16);
    }
}
