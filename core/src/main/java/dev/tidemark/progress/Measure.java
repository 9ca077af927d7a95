package dev.tidemark.progress;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * A quantity batch by batch, and whether it rises. Medians of the first, middle and last third stand for it, so that single
 * slow or large batches do not count.
 *
 * @param batchIds ascending
 * @param values as many
 */
public record Measure(List<Long> batchIds, List<Long> values) {
    /** Which way a quantity goes. */
    public enum Direction {
        RISING,
        FALLING,
        FLAT,
        /** Too few batches to tell. */
        UNKNOWN
    }

    /** Fewer batches tell nothing. */
    private static final int FEWEST = 6;

    /** What a third must differ from the one before to count as a change, in hundredths. */
    private static final long CHANGE_PERCENT = 10;

    public Measure {
        batchIds = List.copyOf(batchIds);
        values = List.copyOf(values);
        if (batchIds.size() != values.size()) {
            throw new IllegalArgumentException(batchIds.size() + " batches, " + values.size() + " values");
        }
    }

    static Measure of(SortedMap<Long, Long> values) {
        return new Measure(List.copyOf(values.keySet()), List.copyOf(values.values()));
    }

    /** How many batches. */
    public int size() {
        return values.size();
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** Of the oldest batch. */
    public long first() {
        return values.get(0);
    }

    /** Of the newest batch. */
    public long last() {
        return values.get(values.size() - 1);
    }

    /** The oldest batch. */
    public long firstBatch() {
        return batchIds.get(0);
    }

    /** The newest batch. */
    public long lastBatch() {
        return batchIds.get(batchIds.size() - 1);
    }

    /** The median of all. */
    public long median() {
        return median(0, values.size());
    }

    /** The median of one of the three thirds, counted from 0. */
    public long third(int which) {
        int size = values.size();
        return median(size * which / 3, Math.max(size * which / 3 + 1, size * (which + 1) / 3));
    }

    /** Of all together; the largest number when that is too large for one. */
    public long sum() {
        return (long) values.stream().mapToDouble(Long::doubleValue).sum();
    }

    /** Which way it goes: rising when both later thirds lie above the one before, and so on. */
    public Direction direction() {
        if (values.size() < FEWEST) {
            return Direction.UNKNOWN;
        }
        if (isAbove(third(1), third(0)) && isAbove(third(2), third(1))) {
            return Direction.RISING;
        }
        if (isAbove(third(0), third(1)) && isAbove(third(1), third(2))) {
            return Direction.FALLING;
        }
        return Direction.FLAT;
    }

    private static boolean isAbove(long higher, long lower) {
        return higher - (double) lower > Math.abs((double) lower) * CHANGE_PERCENT / 100;
    }

    private long median(int from, int to) {
        long[] sorted = values.subList(from, to).stream()
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    @Override
    public String toString() {
        return Arrays.toString(values.toArray());
    }
}
