package dev.tidemark.checkpoint.log;

/** Consecutive batch ids, both ends included. */
public record BatchRange(long first, long last) {
    public BatchRange {
        if (last < first) {
            throw new IllegalArgumentException("a range that ends before it starts: " + first + " to " + last);
        }
    }

    /** {@code 4} or {@code 4 to 7}. */
    @Override
    public String toString() {
        return first == last ? Long.toString(first) : first + " to " + last;
    }
}
