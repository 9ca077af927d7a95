package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.view.state.LineageSurvey;
import dev.tidemark.view.state.LineageView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code state lineage CKPT}: the files a version is made of. */
@Command(
        name = "lineage",
        description = "List the files that make up the state after a batch: size, age, soundness, who else needs them.")
final class StateLineageCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

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

    @Mixin
    private BatchMixin batch;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            OptionalInt partition = partitionId == null ? OptionalInt.empty() : OptionalInt.of(partitionId);
            return output.print(LineageView.of(LineageSurvey.of(state, operatorId, partition, batchId)));
        });
    }
}
