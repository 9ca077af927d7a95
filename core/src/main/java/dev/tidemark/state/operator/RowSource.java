package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.List;

import dev.tidemark.evidence.Damage;

/** Where the rows of a selection come from. Several partitions may be read at once. */
interface RowSource {
    RowShape shape();

    /** Whether a schema says what the bytes mean. */
    default boolean isDecoded() {
        return true;
    }

    /** Hands over the rows of a partition as of a batch; returns what was wrong. */
    List<Damage> rows(int partitionId, long batchId, StateRowSink each) throws IOException;

    /** Hands over the changes a batch made to a partition; returns what was wrong. */
    List<Damage> changes(int partitionId, long batchId, StateRowSink each) throws IOException;
}
