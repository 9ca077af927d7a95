package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.view.state.StateSchemaView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code state schema CKPT}. */
@Command(
        name = "schema",
        description = "Show the schema of every store of an operator: key and value, column by column.")
final class StateSchemaCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

    @Option(
            converter = WholeNumber.AsInt.class,
            names = "--operator",
            paramLabel = "ID",
            defaultValue = "0",
            description = "the operator's id (default: 0)")
    private int operatorId;

    @Mixin
    private BatchMixin batch;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            return output.print(StateSchemaView.of(state, operatorId, batchId));
        });
    }
}
