package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.Damage;

/** A selection ready to be read: what its rows look like, its partitions, and the rows themselves. */
public final class StateReading {
    private final RowSource source;
    private final List<Integer> partitions;
    private final boolean hasChanges;
    private final List<Damage> damages;

    StateReading(RowSource source, List<Integer> partitions, boolean hasChanges, List<Damage> damages) {
        this.damages = List.copyOf(damages);
        this.source = source;
        this.partitions = List.copyOf(partitions);
        this.hasChanges = hasChanges;
    }

    /** The columns of the rows. */
    public RowShape shape() {
        return source.shape();
    }

    /** Why rows can be had as bytes alone; empty where a schema says what they mean, or there never was one. */
    public List<Damage> damages() {
        return damages;
    }

    /** The partitions, ascending. */
    public List<Integer> partitions() {
        return partitions;
    }

    /** The reading of one partition alone. */
    public StateReading only(int partitionId) {
        return new StateReading(source, List.of(partitionId), hasChanges, damages);
    }

    /** Whether {@link #changes} can be asked: not of a join side. */
    public boolean hasChanges() {
        return hasChanges;
    }

    /**
     * Hands over the rows of a partition as of a batch. Several partitions may be read at once.
     *
     * @return what was wrong; empty when all rows were read
     */
    public List<Damage> rows(int partitionId, long batchId, StateRowSink each) throws IOException {
        return source.rows(partitionId, batchId, each);
    }

    /**
     * Hands over the changes to a partition, batch after batch, both ends included, in the order of the files.
     *
     * @return what was wrong; empty when all changes were read
     */
    public List<Damage> changes(int partitionId, long fromBatchId, long toBatchId, StateRowSink each)
            throws IOException {
        List<Damage> damages = new ArrayList<>();
        for (long batchId = fromBatchId; batchId <= toBatchId; batchId++) {
            damages.addAll(source.changes(partitionId, batchId, each));
        }
        return List.copyOf(damages);
    }
}
