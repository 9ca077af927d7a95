package dev.tidemark.checkpoint.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Distinct batch ids in ascending order; eight bytes an id. */
public final class BatchIds {
    /** No batch at all. */
    public static final BatchIds NONE = new BatchIds(new long[0]);

    private final long[] sorted;

    private BatchIds(long[] sorted) {
        this.sorted = sorted;
    }

    /** The ids in any order, doubles and all. */
    public static BatchIds of(long... ids) {
        return new BatchIds(Arrays.stream(ids).sorted().distinct().toArray());
    }

    /** How many. */
    public int size() {
        return sorted.length;
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return sorted.length == 0;
    }

    /** Whether the id is among them. */
    public boolean contains(long id) {
        return Arrays.binarySearch(sorted, id) >= 0;
    }

    /** The smallest. */
    public OptionalLong first() {
        return isEmpty() ? OptionalLong.empty() : OptionalLong.of(sorted[0]);
    }

    /** The largest. */
    public OptionalLong last() {
        return isEmpty() ? OptionalLong.empty() : OptionalLong.of(sorted[sorted.length - 1]);
    }

    /** The largest below {@code id}, which need not be among them. */
    public OptionalLong before(long id) {
        int found = Arrays.binarySearch(sorted, id);
        int index = (found >= 0 ? found : -found - 1) - 1;
        return index < 0 ? OptionalLong.empty() : OptionalLong.of(sorted[index]);
    }

    /** All, ascending. */
    public LongStream stream() {
        return Arrays.stream(sorted);
    }

    /** Those of this and of another. */
    public BatchIds with(BatchIds other) {
        return of(LongStream.concat(stream(), other.stream()).toArray());
    }

    /** Those of this that another does not have. */
    public BatchIds without(BatchIds other) {
        return new BatchIds(stream().filter(id -> !other.contains(id)).toArray());
    }

    /** The same ids as runs without a gap. */
    public List<BatchRange> ranges() {
        List<BatchRange> ranges = new ArrayList<>();
        for (int i = 0; i < sorted.length; ) {
            int start = i;
            while (i + 1 < sorted.length && sorted[i + 1] == sorted[i] + 1) {
                i++;
            }
            ranges.add(new BatchRange(sorted[start], sorted[i]));
            i++;
        }
        return List.copyOf(ranges);
    }

    /** What lies between the smallest and the largest and is not among them. */
    public List<BatchRange> gaps() {
        List<BatchRange> gaps = new ArrayList<>();
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] - 1 > sorted[i - 1]) {
                gaps.add(new BatchRange(sorted[i - 1] + 1, sorted[i] - 1));
            }
        }
        return List.copyOf(gaps);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BatchIds ids && Arrays.equals(sorted, ids.sorted);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sorted);
    }

    /** {@code 0 to 4, 6}. */
    @Override
    public String toString() {
        return String.join(", ", ranges().stream().map(BatchRange::toString).toList());
    }

    /** Collects ids one by one. */
    static final class Builder {
        private long[] ids = new long[64];
        private int count;

        void add(long id) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, count * 2);
            }
            ids[count++] = id;
        }

        BatchIds build() {
            return of(Arrays.copyOf(ids, count));
        }
    }
}
