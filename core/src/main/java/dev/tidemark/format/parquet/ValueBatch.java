package dev.tidemark.format.parquet;

/** Decoded values of one column, a few thousand at a time: numbers as longs (floats as their bits), all else as slices. */
final class ValueBatch {
    static final int CAPACITY = 4_096;
    static final byte[] NO_BYTES = {};

    long[] longs = {};
    byte[] bytes = NO_BYTES;
    int[] starts = {};
    int[] lengths = {};

    void makeRoom(boolean isBytes) {
        if (isBytes && starts.length == 0) {
            starts = new int[CAPACITY];
            lengths = new int[CAPACITY];
        } else if (!isBytes && longs.length == 0) {
            longs = new long[CAPACITY];
        }
    }
}
