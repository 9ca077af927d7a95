package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import dev.tidemark.cli.WholeNumber;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.history.CommitReader;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.view.table.HistoryLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code table log}. */
@Command(name = "log", description = "The history: a line a version, its operation and what it did.")
final class TableLogCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TableMixin table;

    @Mixin
    private LinesOutputMixin output;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--from",
            paramLabel = "V",
            defaultValue = "0",
            description = "the first version (default: 0)")
    private long from;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--to",
            paramLabel = "V",
            description = "the last version (default: the latest)")
    private Long to;

    @Override
    public Integer call() throws IOException {
        if (to != null && from > to) {
            throw new ParameterException(spec.commandLine(), "no versions from " + from + " to " + to);
        }
        try (DeltaTable opened = table.openLog()) {
            List<LogFile> commits = opened.listing().ofKind(LogFileName.Commit.class);
            return output.print("table log", "commits", HistoryLines.TITLES, each -> {
                for (LogFile file : commits) {
                    long version = ((LogFileName.Commit) file.name()).version();
                    if (version >= from && (to == null || version <= to)) {
                        each.accept(HistoryLines.of(CommitReader.read(opened.storage(), file)));
                    }
                }
            });
        }
    }
}
