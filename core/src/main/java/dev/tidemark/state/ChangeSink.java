package dev.tidemark.state;

import java.io.IOException;

import dev.tidemark.format.binary.Slice;

/** Takes the change records of a version as bytes, in the order the file has them. */
@FunctionalInterface
public interface ChangeSink {
    /**
     * One record, as in {@link RowSink#row}; the value of a {@link ChangeKind#DELETE} is empty.
     *
     * @return whether to go on
     */
    boolean change(ChangeKind kind, String columnFamily, Slice key, Slice value) throws IOException;
}
