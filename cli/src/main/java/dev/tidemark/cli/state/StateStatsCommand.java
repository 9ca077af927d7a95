package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.TargetMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.state.StatsSurvey;
import dev.tidemark.view.state.StatsView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code state stats CKPT}: what the stores of an operator add up to. */
@Command(
        name = "stats",
        description =
                "Count rows and bytes; show growth, skew, rows past the watermark and keys in the wrong partition.")
final class StateStatsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetMixin target;

    @Option(
            converter = WholeNumber.AsInt.class,
            names = "--operator",
            paramLabel = "ID",
            defaultValue = "0",
            description = "the operator's id (default: 0)")
    private int operatorId;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--batch",
            paramLabel = "N",
            description = "as of the end of that batch (default: the last committed)")
    private Long batch;

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
        CheckpointState state = CheckpointState.of(target.checkpoint());
        try {
            long batchId = batch == null ? state.newestBatch() : batch;
            int threads = Runtime.getRuntime().availableProcessors();
            return output.print(StatsView.of(StatsSurvey.of(state, operatorId, batchId, history, threads)));
        } catch (NoSuchStateException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }
}
