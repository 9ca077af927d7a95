package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.view.state.KeyFilter;

/** {@code state get CKPT FIELD=VALUE...}: the rows of a key. */
final class StateGetCommand extends Command {
    private final StateMixin checkpoint = part(new StateMixin());

    private final Supplier<List<String>> conditions = many(
            String.class,
            parameter("1..*")
                    .paramLabel("FIELD=VALUE")
                    .arity("1..*")
                    .description(
                            "fields of the key and their values, as state rows shows them; a.b for a field of a struct"));

    private final ReadingMixin reading = part(new ReadingMixin());

    private final RowsOutputMixin output = part(new RowsOutputMixin());

    StateGetCommand() {
        super(
                "get",
                "Print the rows of a key, given whole or in part, such as: state get CKPT k=7 window.start=2024-01-01T00:00:00Z");
    }

    @Override
    public Integer call() throws IOException {
        return checkpoint.answer(state -> {
            ReadingMixin.Chosen chosen = reading.of(state);
            StateReading rows = chosen.reading();
            KeyFilter.of(rows.shape(), conditions.get());
            return output.print("state get", rows, (partition, each) -> {
                KeyFilter filter = filter(rows);
                return rows.rows(partition, chosen.batchId(), row -> !filter.matches(row) || each.row(row));
            });
        });
    }

    /** One for each partition, as several are read at once. */
    private KeyFilter filter(StateReading rows) {
        try {
            return KeyFilter.of(rows.shape(), conditions.get());
        } catch (NoSuchStateException checkedBefore) {
            throw new IllegalStateException(checkedBefore);
        }
    }
}
