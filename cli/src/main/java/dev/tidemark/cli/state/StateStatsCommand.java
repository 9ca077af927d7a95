package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.stream.StatsSurvey;
import dev.tidemark.view.state.StatsView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code state stats CKPT}: what the stores of an operator add up to. */
@Command(
        name = "stats",
        description =
                "Count rows and bytes; show growth, skew, rows past the watermark and keys in the wrong partition.")
final class StateStatsCommand implements Callable<Integer> {
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

    @Option(
            converter = WholeNumber.AsInt.class,
            names = "--history",
            paramLabel = "N",
            defaultValue = "12",
            description = "how many batches of growth to show (default: 12)")
    private int history;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            int threads = Runtime.getRuntime().availableProcessors();
            return output.print(StatsView.of(StatsSurvey.of(state, operatorId, batchId, history, threads)));
        });
    }
}
