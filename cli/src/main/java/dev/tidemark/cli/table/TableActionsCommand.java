package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.history.LogScan;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.evidence.Damage;
import dev.tidemark.view.table.ActionLines;
import dev.tidemark.view.table.Line;

/** {@code table actions}. */
final class TableActionsCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final LinesOutputMixin output = part(new LinesOutputMixin());

    private final Supplier<Long> version = one(
            Long.class,
            option("--version")
                    .paramLabel("V")
                    .converters(new WholeNumber.AsLong())
                    .description("one version alone (default: all)"));

    private final Supplier<Boolean> checkpoints =
            flag(option("--checkpoints").description("checkpoints and compactions too, not commits alone"));

    TableActionsCommand() {
        super("actions", "The actions as they stand in the log, each with its file and line.");
    }

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.openLog()) {
            List<LogFile> files =
                    opened.listing().files().stream().filter(this::isAsked).toList();
            return output.print("table actions", "actions", "", each -> {
                for (LogFile file : files) {
                    LogScan.read(opened.storage(), file, new Printer(each));
                }
            });
        }
    }

    private boolean isAsked(LogFile file) {
        boolean isKind = file.name() instanceof LogFileName.Commit
                || (checkpoints.get()
                        && (file.name() instanceof LogFileName.Checkpoint
                                || file.name() instanceof LogFileName.Compaction));
        return isKind
                && (version.get() == null
                        || version.get().equals(file.name().versionIfAny().orElse(null)));
    }

    private record Printer(Consumer<Line> each) implements LogScan.Visitor {
        @Override
        public void action(LogFile file, long line, Action action) {
            each.accept(ActionLines.of(file, line, action));
        }

        @Override
        public void damage(LogFile file, Damage damage) {
            each.accept(ActionLines.of(file, damage));
        }
    }
}
