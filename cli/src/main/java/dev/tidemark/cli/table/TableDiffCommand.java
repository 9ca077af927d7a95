package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableDiffView;
import picocli.CommandLine.ParameterException;

/** {@code table diff}. */
final class TableDiffCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final Supplier<Long> before = one(
            long.class,
            parameter("1").paramLabel("A").converters(new WholeNumber.AsLong()).description("the older version"));

    private final Supplier<Long> after = one(
            long.class,
            parameter("2").paramLabel("B").converters(new WholeNumber.AsLong()).description("the newer version"));

    private final ReaderMixin reader = part(new ReaderMixin());

    private final OutputMixin output = part(new OutputMixin());

    TableDiffCommand() {
        super("diff", "What lies between two versions: files, properties, schema, transactions.");
    }

    @Override
    public Integer call() throws IOException {
        if (before.get() > after.get()) {
            throw new ParameterException(
                    commandLine(),
                    "A is the older version, B the newer: " + before.get() + " is newer than " + after.get());
        }
        try (DeltaTable opened = table.openLog()) {
            Replay old = read(opened, before.get());
            Replay now = read(opened, after.get());
            return output.print(TableDiffView.of(table.path(), old, now));
        }
    }

    private Replay read(DeltaTable opened, long version) throws IOException {
        return opened.reader(reader.engine(), reader.behaviour(), ActionDetail.STATE)
                .read(OptionalLong.of(version));
    }
}
