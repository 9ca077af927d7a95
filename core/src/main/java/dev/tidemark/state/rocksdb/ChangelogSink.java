package dev.tidemark.state.rocksdb;

import org.jspecify.annotations.Nullable;

/** Receives a changelog's records in the order they were written. The arrays are the receiver's to keep. */
public interface ChangelogSink {
    /**
     * One record.
     *
     * @param key as stored: with the column family's id and a delete's row checksum where the store has them
     * @param value the value of a put or merge, the excluded end of a range, null for a delete
     */
    void record(ChangeKind kind, byte[] key, byte @Nullable [] value);
}
