package dev.tidemark.cli.state;

import java.io.IOException;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.view.state.StateSchemaView;

/** {@code state schema CKPT}. */
final class StateSchemaCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final OperatorMixin operator = part(new OperatorMixin());

    private final BatchMixin batch = part(new BatchMixin());

    private final OutputMixin output = part(new OutputMixin());

    StateSchemaCommand() {
        super("schema", "Show the schema of every store of an operator: key and value, column by column.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            return output.print(StateSchemaView.of(state, operator.id(), batchId));
        });
    }
}
