package dev.tidemark.state.rocksdb;

import java.io.IOException;

import dev.tidemark.state.ChangeKind;
import org.jspecify.annotations.Nullable;

/** Receives a changelog's records in the order they were written. The arrays are the receiver's to keep. */
interface ChangelogSink {
    /**
     * One record.
     *
     * @param key as stored: with the column family's id, and with the row checksum of a removal where the store has them
     * @param value the value of an update or an append, the excluded end of a range, null for a removal
     * @return whether to go on
     */
    boolean record(ChangeKind kind, byte[] key, byte @Nullable [] value) throws IOException;
}
