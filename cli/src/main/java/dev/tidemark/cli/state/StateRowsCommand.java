package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.state.operator.KeyConditions;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.view.state.RowPipeline;

/** {@code state rows CKPT}: the rows of a store as of a batch. */
final class StateRowsCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final ReadingMixin reading = part(new ReadingMixin());

    private final Supplier<String> where = one(
            String.class,
            option("--where")
                    .paramLabel("CONDITION")
                    .description(
                            "conditions on fields of the key, such as \"k = 5 and window.start >= '2023-11-14T22:00:00Z'\""));

    private final RowsOutputMixin output = part(new RowsOutputMixin());

    StateRowsCommand() {
        super("rows", "Print the rows of a store as of a batch, as Spark's state reader gives them.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            ReadingMixin.Chosen chosen = reading.of(state);
            return output.print("state rows", chosen.reading(), reader(chosen.reading(), chosen.batchId()));
        });
    }

    private RowPipeline.PartitionReader reader(StateReading rows, long batchId) throws NoSuchStateException {
        if (where.get() == null) {
            return (partition, each) -> rows.rows(partition, batchId, each);
        }
        KeyConditions filter = KeyConditions.parse(where.get(), rows.shape());
        return (partition, each) -> rows.rows(partition, batchId, row -> !filter.accepts(row.key()) || each.row(row));
    }
}
