package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.schema.StatefulOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code state changes CKPT}: what batches did to a store, record by record. */
@Command(
        name = "changes",
        description = "Print what each batch of a range did to a store, record by record, as Spark's change feed does.")
final class StateChangesCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

    @Mixin
    private SelectionMixin selection;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--from",
            paramLabel = "N",
            required = true,
            description = "the first batch")
    private long from;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--to",
            paramLabel = "N",
            description = "the last batch (default: the last committed)")
    private Long to;

    @Mixin
    private RowsOutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long last = to == null ? state.newestBatch() : to;
            if (from < 0 || from > last) {
                throw new NoSuchStateException("no batches from " + from + " to " + last);
            }
            if (to != null && last > from && last - 1 > state.newestBatch()) {
                throw new NoSuchStateException("there is no batch " + last + "; the newest is " + state.newestBatch());
            }
            StatefulOperator operator = state.operator(selection.operatorId(), last);
            StateReading reading = state.reading(operator, selection.selection(), last);
            if (!reading.hasChanges()) {
                throw new NoSuchStateException("the rows of a join side have no changes; its stores have: see --store");
            }
            return output.print(
                    "state changes", reading, (partition, each) -> reading.changes(partition, from, last, each));
        });
    }
}
