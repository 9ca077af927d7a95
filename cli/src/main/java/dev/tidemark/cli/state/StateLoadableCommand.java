package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.stream.LoadSurvey;
import dev.tidemark.view.state.LoadableView;

/** {@code state loadable CKPT}: the newest batch whose state loads. */
final class StateLoadableCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final Supplier<Integer> operatorId = one(
            Integer.class,
            option("--operator")
                    .paramLabel("ID")
                    .converters(new WholeNumber.AsInt())
                    .description("one operator (default: all)"));

    private final Supplier<Integer> batchLimit = one(
            int.class,
            option("--batches")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsInt())
                    .defaultValue("100")
                    .description("how many batches to look back at most (default: 100)"));

    private final OutputMixin output = part(new OutputMixin());

    StateLoadableCommand() {
        super(
                "loadable",
                "Find the newest batch whose state every store can load, in each Spark, and what stops later ones.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            OptionalInt operator = operatorId.get() == null ? OptionalInt.empty() : OptionalInt.of(operatorId.get());
            return output.print(LoadableView.of(LoadSurvey.of(state, operator, batchLimit.get())));
        });
    }
}
