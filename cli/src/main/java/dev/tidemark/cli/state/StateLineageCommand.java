package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.view.state.LineageSurvey;
import dev.tidemark.view.state.LineageView;

/** {@code state lineage CKPT}: the files a version is made of. */
final class StateLineageCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final OperatorMixin operator = part(new OperatorMixin());

    private final Supplier<Integer> partitionId = one(
            Integer.class,
            option("--partition")
                    .paramLabel("P")
                    .converters(new WholeNumber.AsInt())
                    .description("one partition (default: all)"));

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
            OptionalInt partition = partitionId.get() == null ? OptionalInt.empty() : OptionalInt.of(partitionId.get());
            return output.print(LineageView.of(LineageSurvey.of(state, operator.id(), partition, batchId)));
        });
    }
}
