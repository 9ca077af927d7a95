package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.TargetMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.state.LineageSurvey;
import dev.tidemark.view.state.LineageView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code state lineage CKPT}: the files a version is made of. */
@Command(
        name = "lineage",
        description = "List the files that make up the state after a batch: size, age, soundness, who else needs them.")
final class StateLineageCommand implements Callable<Integer> {
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
            converter = WholeNumber.AsInt.class,
            names = "--partition",
            paramLabel = "P",
            description = "one partition (default: all)")
    private Integer partitionId;

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
            OptionalInt partition = partitionId == null ? OptionalInt.empty() : OptionalInt.of(partitionId);
            return output.print(LineageView.of(LineageSurvey.of(state, operatorId, partition, batchId)));
        } catch (NoSuchStateException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }
}
