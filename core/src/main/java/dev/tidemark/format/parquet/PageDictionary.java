package dev.tidemark.format.parquet;

import dev.tidemark.evidence.Location;

/** The distinct values of one column chunk. Grows with the bytes it is made of, never with the count it claims. */
final class PageDictionary {
    private final boolean isBytes;
    private final int size;
    private final long[] longs;
    private final byte[] bytes;
    private final int[] starts;
    private final int[] lengths;

    /** @param claimed the entries the page's header claims */
    PageDictionary(Location at, byte[] page, int limit, SchemaNode.Leaf leaf, int claimed) {
        ValueDecoder.Plain values = new ValueDecoder.Plain(at, page, 0, limit, leaf);
        int leastBytes = switch (leaf.physicalType()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT, BYTE_ARRAY -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> leaf.typeLength();
        };
        if (claimed < 0 || (leaf.physicalType() != PhysicalType.BOOLEAN && claimed > limit / leastBytes)) {
            throw values.malformed("at most " + limit / leastBytes + " dictionary entries", Integer.toString(claimed));
        }
        this.isBytes = leaf.physicalType().isBytes();
        this.size = leaf.physicalType() == PhysicalType.BOOLEAN ? Math.min(claimed, limit * 8) : claimed;
        this.longs = isBytes ? new long[0] : new long[size];
        this.starts = isBytes ? new int[size] : new int[0];
        this.lengths = isBytes ? new int[size] : new int[0];
        this.bytes = page;
        ValueBatch batch = new ValueBatch();
        batch.makeRoom(isBytes);
        for (int done = 0; done < size; done += ValueBatch.CAPACITY) {
            int count = Math.min(ValueBatch.CAPACITY, size - done);
            values.decode(batch, count);
            if (isBytes) {
                System.arraycopy(batch.starts, 0, starts, done, count);
                System.arraycopy(batch.lengths, 0, lengths, done, count);
            } else {
                System.arraycopy(batch.longs, 0, longs, done, count);
            }
        }
    }

    int size() {
        return size;
    }

    /** Looks up indexes that are known to be inside. */
    void decode(int[] indexes, ValueBatch into, int count) {
        if (isBytes) {
            into.bytes = bytes;
            for (int i = 0; i < count; i++) {
                into.starts[i] = starts[indexes[i]];
                into.lengths[i] = lengths[indexes[i]];
            }
        } else {
            for (int i = 0; i < count; i++) {
                into.longs[i] = longs[indexes[i]];
            }
        }
    }
}
