package dev.tidemark.shell.evidence;

import dev.tidemark.state.StateStoreId;
import org.jspecify.annotations.Nullable;

/** What a place in the tree stands for when a command is given it, or is called from inside it. */
public sealed interface Meaning {
    /** No more than the checkpoint or the table it lies in. */
    enum Nothing implements Meaning {
        NOTHING
    }

    /** A batch, by its offsets or its commit. */
    record Batch(long batchId) implements Meaning {}

    /** An operator's state, or a partition of it. */
    record Operator(int operatorId, @Nullable Integer partitionId) implements Meaning {}

    /** A version of a store; batch {@code version - 1} wrote it. */
    record StateVersion(StateStoreId store, long version) implements Meaning {}

    /** A version of a table. */
    record TableVersion(long version) implements Meaning {}

    /** A file of a table, as its log may name it. */
    record DataFile(String path) implements Meaning {}
}
