package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.history.LogScan;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.evidence.Damage;
import dev.tidemark.view.table.ActionLines;
import dev.tidemark.view.table.Line;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code table why}. */
@Command(
        name = "why",
        description = "Every action that touched one file, or one application's transaction, from its birth on.")
final class TableWhyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TableMixin table;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PATH",
            description = "a file as the log spells it, or the end of its path")
    private String path;

    @Option(names = "--app-id", paramLabel = "ID", description = "an application, such as a streaming query by its id")
    private String appId;

    @Mixin
    private LinesOutputMixin output;

    @Override
    public Integer call() throws IOException {
        if ((path == null) == (appId == null)) {
            throw new ParameterException(spec.commandLine(), "give either PATH or --app-id ID");
        }
        try (DeltaTable opened = table.open()) {
            List<LogFile> files = opened.listing().files().stream()
                    .filter(file -> file.name() instanceof LogFileName.Commit
                            || file.name() instanceof LogFileName.Checkpoint
                            || file.name() instanceof LogFileName.Compaction)
                    .toList();
            return output.print("table why", "actions", "", each -> {
                for (LogFile file : files) {
                    LogScan.read(opened.storage(), file, new Picker(each));
                }
            });
        }
    }

    private boolean isAbout(Action action) {
        if (appId != null) {
            return action instanceof SetTransaction transaction
                    && transaction.appId().equals(appId);
        }
        return action instanceof FileAction file
                && (file.path().equals(path) || file.path().endsWith("/" + path));
    }

    private final class Picker implements LogScan.Visitor {
        private final Consumer<Line> each;

        Picker(Consumer<Line> each) {
            this.each = each;
        }

        @Override
        public void action(LogFile file, long line, Action action) {
            if (isAbout(action)) {
                each.accept(ActionLines.of(file, line, action));
            }
        }

        @Override
        public void damage(LogFile file, Damage damage) {
            each.accept(ActionLines.of(file, damage));
        }
    }
}
