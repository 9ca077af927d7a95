package dev.tidemark.cli.state;

import java.io.IOException;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.view.state.StateListView;

/** {@code state list CKPT}. */
final class StateListCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final BatchMixin batch = part(new BatchMixin());

    private final OutputMixin output = part(new OutputMixin());

    StateListCommand() {
        super("list", "List the stateful operators of a query, their stores and what those hold.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            return output.print(StateListView.of(state, batchId));
        });
    }
}
