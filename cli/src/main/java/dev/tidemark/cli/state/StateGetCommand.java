package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.view.state.KeyFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code state get CKPT FIELD=VALUE...}: the rows of a key. */
@Command(
        name = "get",
        description =
                "Print the rows of a key, given whole or in part, such as: state get CKPT k=7 window.start=2024-01-01T00:00:00Z")
final class StateGetCommand implements Callable<Integer> {
    @Mixin
    private StateMixin checkpoint;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FIELD=VALUE",
            description = "fields of the key and their values, as state rows shows them; a.b for a field of a struct")
    private List<String> conditions;

    @Mixin
    private SelectionMixin selection;

    @Mixin
    private BatchMixin batch;

    @Mixin
    private RowsOutputMixin output;

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            long batchId = batch.of(state);
            StateReading reading =
                    state.reading(state.operator(selection.operatorId(), batchId), selection.selection(), batchId);
            KeyFilter.of(reading.shape(), conditions);
            return output.print("state get", reading, (partition, each) -> {
                KeyFilter filter = filter(reading);
                return reading.rows(partition, batchId, row -> !filter.matches(row) || each.row(row));
            });
        });
    }

    /** One for each partition, as several are read at once. */
    private KeyFilter filter(StateReading reading) {
        try {
            return KeyFilter.of(reading.shape(), conditions);
        } catch (NoSuchStateException checkedBefore) {
            throw new IllegalStateException(checkedBefore);
        }
    }
}
