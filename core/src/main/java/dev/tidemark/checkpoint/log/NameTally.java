package dev.tidemark.checkpoint.log;

import java.util.List;
import java.util.TreeSet;

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

    /** Starts an empty tally. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects names one by one. */
    public static final class Builder {
        private final TreeSet<String> names = new TreeSet<>();
        private long count;

        private Builder() {}

        /** Counts a name. */
        public void add(String name) {
            count++;
            names.add(name);
            if (names.size() > SHOWN) {
                names.pollLast();
            }
        }

        /** The tally. */
        public NameTally build() {
            return new NameTally(count, List.copyOf(names));
        }
    }
}
