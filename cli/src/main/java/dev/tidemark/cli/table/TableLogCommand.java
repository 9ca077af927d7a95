package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.history.CommitReader;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.view.table.HistoryLines;
import picocli.CommandLine.ParameterException;

/** {@code table log}. */
final class TableLogCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final LinesOutputMixin output = part(new LinesOutputMixin());

    private final Supplier<Long> from = one(
            long.class,
            option("--from")
                    .paramLabel("V")
                    .converters(new WholeNumber.AsLong())
                    .defaultValue("0")
                    .description("the first version (default: 0)"));

    private final Supplier<Long> to = one(
            Long.class,
            option("--to")
                    .paramLabel("V")
                    .converters(new WholeNumber.AsLong())
                    .description("the last version (default: the latest)"));

    TableLogCommand() {
        super("log", "The history: a line a version, its operation and what it did.");
    }

    @Override
    public Integer call() throws IOException {
        if (to.get() != null && from.get() > to.get()) {
            throw new ParameterException(commandLine(), "no versions from " + from.get() + " to " + to.get());
        }
        try (DeltaTable opened = table.openLog()) {
            List<LogFile> commits = opened.listing().ofKind(LogFileName.Commit.class);
            return output.print("table log", "commits", HistoryLines.TITLES, each -> {
                for (LogFile file : commits) {
                    long version = ((LogFileName.Commit) file.name()).version();
                    if (version >= from.get() && (to.get() == null || version <= to.get())) {
                        each.accept(HistoryLines.of(CommitReader.read(opened.storage(), file)));
                    }
                }
            });
        }
    }
}
