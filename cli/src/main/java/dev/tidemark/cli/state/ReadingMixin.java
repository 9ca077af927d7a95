package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.stream.CheckpointState;

/** What is read, as of when, and out of which files; the same options on every command that shows rows of one batch. */
final class ReadingMixin extends Arguments {
    private final SelectionMixin selection = part(new SelectionMixin());

    private final BatchMixin batch = part(new BatchMixin());

    private final Supplier<Long> snapshotBatch = one(
            Long.class,
            option("--from-snapshot")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsLong())
                    .description(
                            "rebuild the state from the snapshot after batch N and the changes since, whatever newer"
                                    + " snapshots there are"));

    private final PartitionMixin partition = part(new PartitionMixin());

    /** A reading, and the batch after which it reads. */
    record Chosen(StateReading reading, long batchId) {}

    Chosen of(CheckpointState state) throws IOException, NoSuchStateException {
        long batchId = batch.of(state);
        Long snapshot = snapshotBatch.get();
        StatefulOperator operator = state.operator(selection.operatorId(), batchId);
        StateReading reading = snapshot == null
                ? state.reading(operator, selection.selection(), batchId)
                : state.readingFrom(snapshot, operator, selection.selection(), batchId);
        if (partition.id().isEmpty()) {
            return new Chosen(reading, batchId);
        }
        int only = partition.id().getAsInt();
        if (!reading.partitions().contains(only)) {
            throw new NoSuchStateException("operator " + selection.operatorId() + " has no partition " + only
                    + "; it has " + reading.partitions());
        }
        return new Chosen(reading.only(only), batchId);
    }
}
