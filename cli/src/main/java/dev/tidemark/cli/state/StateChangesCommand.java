package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.schema.StatefulOperator;

/** {@code state changes CKPT}: what batches did to a store, record by record. */
final class StateChangesCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final SelectionMixin selection = part(new SelectionMixin());

    private final Supplier<Long> from = one(
            long.class,
            option("--from")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsLong())
                    .required(true)
                    .description("the first batch"));

    private final Supplier<Long> to = one(
            Long.class,
            option("--to")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsLong())
                    .description("the last batch (default: the last committed)"));

    private final RowsOutputMixin output = part(new RowsOutputMixin());

    StateChangesCommand() {
        super(
                "changes",
                "Print what each batch of a range did to a store, record by record, as Spark's change feed does.");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long last = to.get() == null ? state.newestBatch() : to.get();
            if (from.get() < 0 || from.get() > last) {
                throw new NoSuchStateException("no batches from " + from.get() + " to " + last);
            }
            if (to.get() != null && last > from.get() && last - 1 > state.newestBatch()) {
                throw new NoSuchStateException("there is no batch " + last + "; the newest is " + state.newestBatch());
            }
            StatefulOperator operator = state.operator(selection.operatorId(), last);
            StateReading reading = state.reading(operator, selection.selection(), last);
            if (!reading.hasChanges()) {
                throw new NoSuchStateException("the rows of a join side have no changes; its stores have: see --store");
            }
            return output.print(
                    "state changes", reading, (partition, each) -> reading.changes(partition, from.get(), last, each));
        });
    }
}
