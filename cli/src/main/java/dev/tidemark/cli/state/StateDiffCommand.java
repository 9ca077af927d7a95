package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.state.DiffView;
import dev.tidemark.view.state.RowsDiff;

/** {@code state diff CKPT [OTHER]}: what differs between two batches, or two checkpoints. */
final class StateDiffCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final Supplier<String> other = one(
            String.class,
            parameter("1").paramLabel("OTHER").arity("0..1").description("another checkpoint to compare with"));

    private final SelectionMixin selection = part(new SelectionMixin());

    private final Supplier<Long> from = one(
            Long.class,
            option("--from")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsLong())
                    .description("the batch of PATH (default: the last committed; without OTHER the one before)"));

    private final Supplier<Long> to = one(
            Long.class,
            option("--to")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsLong())
                    .description("the batch compared with (default: the last committed)"));

    private final Supplier<Integer> limit = one(
            int.class,
            option("--limit")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsInt())
                    .defaultValue("100")
                    .description("how many keys that differ to show (default: 100)"));

    private final OutputMixin output = part(new OutputMixin());

    StateDiffCommand() {
        super("diff", "Compare the rows of a store after two batches, or in two checkpoints, key by key.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(before -> {
            CheckpointState after = other.get() == null ? before : checkpoint.open(other.get());
            long toBatch = to.get() == null ? after.newestBatch() : to.get();
            long fromBatch = from.get() != null ? from.get() : other.get() == null ? toBatch - 1 : before.newestBatch();
            RowsDiff diff = RowsDiff.of(side(before, fromBatch), side(after, toBatch), limit.get());
            String where = other.get() == null ? "" : "PATH, ";
            return output.print(DiffView.of(
                    diff, where + "batch " + fromBatch, (other.get() == null ? "" : "OTHER, ") + "batch " + toBatch));
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
