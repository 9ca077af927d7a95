package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.stream.LoadSurvey;
import dev.tidemark.view.state.LoadableView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code state loadable CKPT}: the newest batch whose state loads. */
@Command(
        name = "loadable",
        description =
                "Find the newest batch whose state every store can load, in each Spark, and what stops later ones.")
final class StateLoadableCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

    @Option(
            converter = WholeNumber.AsInt.class,
            names = "--operator",
            paramLabel = "ID",
            description = "one operator (default: all)")
    private Integer operatorId;

    @Option(
            converter = WholeNumber.AsInt.class,
            names = "--batches",
            paramLabel = "N",
            defaultValue = "100",
            description = "how many batches to look back at most (default: 100)")
    private int batchLimit;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            OptionalInt operator = operatorId == null ? OptionalInt.empty() : OptionalInt.of(operatorId);
            return output.print(LoadableView.of(LoadSurvey.of(state, operator, batchLimit)));
        });
    }
}
