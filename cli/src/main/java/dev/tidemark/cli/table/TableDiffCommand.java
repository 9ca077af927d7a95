package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableDiffView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code table diff}. */
@Command(name = "diff", description = "What lies between two versions: files, properties, schema, transactions.")
final class TableDiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TableMixin table;

    @Parameters(converter = WholeNumber.AsLong.class, index = "1", paramLabel = "A", description = "the older version")
    private long before;

    @Parameters(converter = WholeNumber.AsLong.class, index = "2", paramLabel = "B", description = "the newer version")
    private long after;

    @Mixin
    private ReaderMixin reader;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        if (before > after) {
            throw new ParameterException(
                    spec.commandLine(), "A is the older version, B the newer: " + before + " is newer than " + after);
        }
        try (DeltaTable opened = table.openLog()) {
            Replay old = read(opened, before);
            Replay now = read(opened, after);
            return output.print(TableDiffView.of(table.path(), old, now));
        }
    }

    private Replay read(DeltaTable opened, long version) throws IOException {
        return opened.reader(reader.engine(), reader.behaviour(), ActionDetail.STATE)
                .read(OptionalLong.of(version));
    }
}
