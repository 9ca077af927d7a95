package dev.tidemark.state;

import dev.tidemark.io.StoragePath;

/** One store of one partition of one stateful operator. */
public record StateStoreId(int operatorId, int partitionId, String storeName) implements Comparable<StateStoreId> {
    /** The name of an operator's only store; it has no directory of its own. */
    public static final String DEFAULT_STORE = "default";

    /** The directory of all state below a checkpoint. */
    public static final StoragePath STATE = new StoragePath("state");

    public StateStoreId {
        if (operatorId < 0 || partitionId < 0) {
            throw new IllegalArgumentException("negative operator or partition: " + operatorId + ", " + partitionId);
        }
    }

    /** The store {@link #DEFAULT_STORE} of a partition. */
    public static StateStoreId ofDefault(int operatorId, int partitionId) {
        return new StateStoreId(operatorId, partitionId, DEFAULT_STORE);
    }

    /** The same store in another partition. */
    public StateStoreId inPartition(int otherPartitionId) {
        return new StateStoreId(operatorId, otherPartitionId, storeName);
    }

    /** The directory of an operator below the checkpoint. */
    public static StoragePath operatorDirectory(int operatorId) {
        return STATE.child(Integer.toString(operatorId));
    }

    /** The directory of the store's files below the checkpoint; Spark 4.2: StateStoreId.storeCheckpointLocation. */
    public StoragePath directory() {
        StoragePath partition = operatorDirectory(operatorId).child(Integer.toString(partitionId));
        return storeName.equals(DEFAULT_STORE) ? partition : partition.child(storeName);
    }

    @Override
    public int compareTo(StateStoreId other) {
        int byOperator = Integer.compare(operatorId, other.operatorId);
        int byPartition = byOperator != 0 ? byOperator : Integer.compare(partitionId, other.partitionId);
        return byPartition != 0 ? byPartition : storeName.compareTo(other.storeName);
    }

    @Override
    public String toString() {
        return directory().value();
    }
}
