package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.TargetMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.KeyConditions;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.state.RowPipeline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code state rows CKPT}: the rows of a store as of a batch. */
@Command(name = "rows", description = "Print the rows of a store as of a batch, as Spark's state reader gives them.")
final class StateRowsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetMixin target;

    @Mixin
    private SelectionMixin selection;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--batch",
            paramLabel = "N",
            description = "as of the end of that batch (default: the last committed)")
    private Long batch;

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
        CheckpointState state = CheckpointState.of(target.checkpoint());
        try {
            long batchId = batch == null ? state.newestBatch() : batch;
            StatefulOperator operator = state.operator(selection.operatorId(), batchId);
            StateReading reading = state.reading(operator, selection.selection(), batchId);
            return output.print("state rows", reading, reader(reading, batchId));
        } catch (NoSuchStateException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
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
