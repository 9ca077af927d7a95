package dev.tidemark.delta.vector;

import java.util.List;
import java.util.function.LongConsumer;

/** Row numbers of one data file, ascending; kept as packed as they are stored. */
public final class RowSet {
    private final List<Container> containers;
    private final long cardinality;

    /**
     * Up to 65,536 neighbouring rows.
     *
     * @param base the row number of the first
     */
    sealed interface Container {
        long base();

        int cardinality();

        int last();

        void forEach(LongConsumer each);
    }

    /** Sorted offsets of 16 bits. */
    record Sparse(long base, char[] offsets) implements Container {
        @Override
        public int cardinality() {
            return offsets.length;
        }

        @Override
        public int last() {
            return offsets[offsets.length - 1];
        }

        @Override
        public void forEach(LongConsumer each) {
            for (char offset : offsets) {
                each.accept(base + offset);
            }
        }
    }

    /** One bit a row. */
    record Dense(long base, long[] words, int cardinality) implements Container {
        @Override
        public int last() {
            for (int i = words.length - 1; i >= 0; i--) {
                if (words[i] != 0) {
                    return i * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(words[i]);
                }
            }
            throw new IllegalStateException("an empty container");
        }

        @Override
        public void forEach(LongConsumer each) {
            for (int i = 0; i < words.length; i++) {
                for (long word = words[i]; word != 0; word &= word - 1) {
                    each.accept(base + (long) i * Long.SIZE + Long.numberOfTrailingZeros(word));
                }
            }
        }
    }

    /** Runs: starts and lengths less one, by turns. */
    record Runs(long base, char[] startsAndLengths, int cardinality) implements Container {
        @Override
        public int last() {
            int count = startsAndLengths.length;
            return startsAndLengths[count - 2] + startsAndLengths[count - 1];
        }

        @Override
        public void forEach(LongConsumer each) {
            for (int i = 0; i < startsAndLengths.length; i += 2) {
                long start = base + startsAndLengths[i];
                for (long row = start; row <= start + startsAndLengths[i + 1]; row++) {
                    each.accept(row);
                }
            }
        }
    }

    RowSet(List<Container> containers) {
        this.containers = List.copyOf(containers);
        this.cardinality = containers.stream().mapToLong(Container::cardinality).sum();
    }

    /** How many rows. */
    public long cardinality() {
        return cardinality;
    }

    /** The greatest row number, or -1 when there is none. */
    public long last() {
        if (containers.isEmpty()) {
            return -1;
        }
        Container last = containers.get(containers.size() - 1);
        return last.base() + last.last();
    }

    /** Hands over every row number, ascending. */
    public void forEach(LongConsumer each) {
        containers.forEach(container -> container.forEach(each));
    }
}
