package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.stream.StatsSurvey;
import dev.tidemark.view.state.StatsView;

/** {@code state stats CKPT}: what the stores of an operator add up to. */
final class StateStatsCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final OperatorMixin operator = part(new OperatorMixin());

    private final BatchMixin batch = part(new BatchMixin());

    private final Supplier<Integer> history = one(
            int.class,
            option("--history")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsInt())
                    .defaultValue("12")
                    .description("how many batches of growth to show (default: 12)"));

    private final OutputMixin output = part(new OutputMixin());

    StateStatsCommand() {
        super(
                "stats",
                "Count rows and bytes; show growth, skew, rows past the watermark and keys in the wrong partition.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            int threads = Runtime.getRuntime().availableProcessors();
            return output.print(StatsView.of(StatsSurvey.of(state, operator.id(), batchId, history.get(), threads)));
        });
    }
}
