package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.state.DiffView;
import dev.tidemark.view.state.RowsDiff;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code state diff CKPT [OTHER]}: what differs between two batches, or two checkpoints. */
@Command(
        name = "diff",
        description = "Compare the rows of a store after two batches, or in two checkpoints, key by key.")
final class StateDiffCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

    @Parameters(index = "1", arity = "0..1", paramLabel = "OTHER", description = "another checkpoint to compare with")
    private String other;

    @Mixin
    private SelectionMixin selection;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--from",
            paramLabel = "N",
            description = "the batch of PATH (default: the last committed; without OTHER the one before)")
    private Long from;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--to",
            paramLabel = "N",
            description = "the batch compared with (default: the last committed)")
    private Long to;

    @Option(
            converter = WholeNumber.AsInt.class,
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "how many keys that differ to show (default: 100)")
    private int limit;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(before -> {
            CheckpointState after = other == null ? before : checkpoint.open(other);
            long toBatch = to == null ? after.newestBatch() : to;
            long fromBatch = from != null ? from : other == null ? toBatch - 1 : before.newestBatch();
            RowsDiff diff = RowsDiff.of(side(before, fromBatch), side(after, toBatch), limit);
            String where = other == null ? "" : "PATH, ";
            return output.print(DiffView.of(
                    diff, where + "batch " + fromBatch, (other == null ? "" : "OTHER, ") + "batch " + toBatch));
        });
    }

    private RowsDiff.Side side(CheckpointState state, long batchId) throws IOException, NoSuchStateException {
        if (batchId < 0) {
            throw new NoSuchStateException("there is no batch " + batchId + ": name two with --from and --to");
        }
        return new RowsDiff.Side(
                state.reading(state.operator(selection.operatorId(), batchId), selection.selection(), batchId),
                batchId);
    }
}
