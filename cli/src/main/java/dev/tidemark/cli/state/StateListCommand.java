package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.TargetMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.state.StateListView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code state list CKPT}. */
@Command(name = "list", description = "List the stateful operators of a query, their stores and what those hold.")
final class StateListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetMixin target;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--batch",
            paramLabel = "N",
            description = "as of the end of that batch (default: the last committed)")
    private Long batch;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        CheckpointState state = CheckpointState.of(target.checkpoint());
        try {
            long batchId = batch == null ? state.newestBatch() : batch;
            return output.print(StateListView.of(state, batchId));
        } catch (NoSuchStateException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }
}
