package dev.tidemark.checkpoint.log;

import java.util.List;

/**
 * Names of one sort in a directory that may hold very many: how many, and some of them.
 *
 * @param some the first by name of those seen, at most {@link #SHOWN}
 */
public record NameTally(long count, List<String> some) {
    /** How many names are kept. */
    public static final int SHOWN = 20;

    /** No name. */
    public static final NameTally NONE = new NameTally(0, List.of());

    public NameTally {
        some = List.copyOf(some);
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return count == 0;
    }

    static final class Builder {
        private final java.util.TreeSet<String> names = new java.util.TreeSet<>();
        private long count;

        void add(String name) {
            count++;
            names.add(name);
            if (names.size() > SHOWN) {
                names.pollLast();
            }
        }

        NameTally build() {
            return new NameTally(count, List.copyOf(names));
        }
    }
}
