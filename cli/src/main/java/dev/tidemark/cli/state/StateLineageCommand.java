package dev.tidemark.cli.state;

import java.io.IOException;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.view.state.LineageSurvey;
import dev.tidemark.view.state.LineageView;

/** {@code state lineage CKPT}: the files a version is made of. */
final class StateLineageCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final OperatorMixin operator = part(new OperatorMixin());

    private final PartitionMixin partition = part(new PartitionMixin());

    private final BatchMixin batch = part(new BatchMixin());

    private final OutputMixin output = part(new OutputMixin());

    StateLineageCommand() {
        super(
                "lineage",
                "List the files that make up the state after a batch: size, age, soundness, who else needs them.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            return output.print(LineageView.of(LineageSurvey.of(state, operator.id(), partition.id(), batchId)));
        });
    }
}
