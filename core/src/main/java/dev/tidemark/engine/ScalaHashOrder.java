package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which Scala's immutable HashMap hands over text keys: Spark writes an offset map in it. Authority: Scala 2.13
 * immutable.HashMap, collection.Hashing.improve.
 */
final class ScalaHashOrder {
    private static final int BITS_A_LEVEL = 5;
    private static final int MASK = (1 << BITS_A_LEVEL) - 1;

    private ScalaHashOrder() {}

    /** The distinct keys in the map's order. */
    static List<String> of(List<String> keys) {
        List<String> ordered = new ArrayList<>();
        visit(keys.stream().distinct().toList(), 0, ordered);
        return ordered;
    }

    /** The keys that stand alone at a level come first, then the levels below. */
    private static void visit(List<String> keys, int shift, List<String> into) {
        if (shift >= Integer.SIZE) {
            into.addAll(keys);
            return;
        }
        Map<Integer, List<String>> slots = new TreeMap<>();
        for (String key : keys) {
            int slot = improve(key.hashCode()) >>> shift & MASK;
            slots.computeIfAbsent(slot, empty -> new ArrayList<>()).add(key);
        }
        slots.values().stream().filter(slot -> slot.size() == 1).forEach(into::addAll);
        slots.values().stream()
                .filter(slot -> slot.size() > 1)
                .forEach(slot -> visit(slot, shift + BITS_A_LEVEL, into));
    }

    private static int improve(int hash) {
        int spread = hash + ~(hash << 9);
        spread ^= spread >>> 14;
        spread += spread << 4;
        return spread ^ (spread >>> 10);
    }
}
