package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.view.state.StateListView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code state list CKPT}. */
@Command(name = "list", description = "List the stateful operators of a query, their stores and what those hold.")
final class StateListCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

    @Mixin
    private BatchMixin batch;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            return output.print(StateListView.of(state, batchId));
        });
    }
}
