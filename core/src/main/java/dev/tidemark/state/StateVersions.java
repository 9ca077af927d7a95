package dev.tidemark.state;

/** Which version of a store a batch wrote: its number, and under checkpoint format 2 the id in the commit log. */
@FunctionalInterface
public interface StateVersions {
    /** Versions by number alone, as under checkpoint format 1. */
    StateVersions BY_NUMBER = (store, batchId) -> StateVersion.writtenBy(batchId);

    /** The version of that store that the batch wrote. */
    StateVersion writtenBy(StateStoreId store, long batchId);
}
