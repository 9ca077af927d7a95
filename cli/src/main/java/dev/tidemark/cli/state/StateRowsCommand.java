package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.state.operator.KeyConditions;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.view.state.RowPipeline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code state rows CKPT}: the rows of a store as of a batch. */
@Command(name = "rows", description = "Print the rows of a store as of a batch, as Spark's state reader gives them.")
final class StateRowsCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

    @Mixin
    private SelectionMixin selection;

    @Mixin
    private BatchMixin batch;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description =
                    "conditions on fields of the key, such as \"k = 5 and window.start >= '2023-11-14T22:00:00Z'\"")
    private String where;

    @Mixin
    private RowsOutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            StatefulOperator operator = state.operator(selection.operatorId(), batchId);
            StateReading reading = state.reading(operator, selection.selection(), batchId);
            return output.print("state rows", reading, reader(reading, batchId));
        });
    }

    private RowPipeline.PartitionReader reader(StateReading reading, long batchId) throws NoSuchStateException {
        if (where == null) {
            return (partition, each) -> reading.rows(partition, batchId, each);
        }
        KeyConditions filter = KeyConditions.parse(where, reading.shape());
        return (partition, each) ->
                reading.rows(partition, batchId, row -> !filter.accepts(row.key()) || each.row(row));
    }
}
