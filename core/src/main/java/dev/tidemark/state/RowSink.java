package dev.tidemark.state;

import java.io.IOException;

import dev.tidemark.format.binary.Slice;

/** Takes the live rows of a store as bytes. */
@FunctionalInterface
public interface RowSink {
    /**
     * One row. The slices are good during the call only.
     *
     * @param columnFamily {@link StateStoreId#DEFAULT_STORE} where the store has none
     * @param key as stored, without the column family's prefix and without row checksum
     * @param value as stored, without row checksum; several elements where the column family holds several
     * @return whether to go on
     */
    boolean row(String columnFamily, Slice key, Slice value) throws IOException;
}
