package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.history.LogScan;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.evidence.Damage;
import dev.tidemark.view.table.ActionLines;
import dev.tidemark.view.table.Line;
import picocli.CommandLine.ParameterException;

/** {@code table why}. */
final class TableWhyCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final Supplier<String> path = one(
            String.class,
            parameter("1")
                    .paramLabel("PATH")
                    .arity("0..1")
                    .description("a file as the log spells it, or the end of its path"));

    private final Supplier<String> appId = one(
            String.class,
            option("--app-id").paramLabel("ID").description("an application, such as a streaming query by its id"));

    private final LinesOutputMixin output = part(new LinesOutputMixin());

    TableWhyCommand() {
        super("why", "Every action that touched one file, or one application's transaction, from its birth on.");
    }

    @Override
    public Integer call() throws IOException {
        if ((path.get() == null) == (appId.get() == null)) {
            throw new ParameterException(commandLine(), "give either PATH or --app-id ID");
        }
        try (DeltaTable opened = table.openLog()) {
            List<LogFile> files = opened.listing().files().stream()
                    .filter(file -> file.name() instanceof LogFileName.Commit
                            || file.name() instanceof LogFileName.Checkpoint
                            || file.name() instanceof LogFileName.Compaction)
                    .toList();
            Fate fate = new Fate();
            int code = output.print("table why", "actions", "", each -> {
                Picker picker = new Picker(each, fate);
                for (LogFile file : files) {
                    LogScan.read(opened.storage(), file, picker);
                }
                each.accept(ActionLines.fate(fate.words(nothing())));
            });
            return fate.isKnown() ? code : ExitCode.WRONG;
        }
    }

    private String nothing() {
        return appId.get() == null
                ? "nothing in this log touches " + path.get()
                : "no transaction of application " + appId.get() + " in this log";
    }

    /** What became of it, as the commits tell. */
    private static final class Fate {
        /** The deletion vectors with which the file is part of the table; the empty one for none. */
        private final Set<String> live = new HashSet<>();

        private LogFile lastFile;
        private Action lastAction;

        void see(LogFile file, Action action) {
            if (file.name() instanceof LogFileName.Commit || lastAction == null) {
                lastFile = file;
                lastAction = action;
                if (action instanceof Add add) {
                    live.add(idOf(add.deletionVector()));
                } else if (action instanceof Remove remove) {
                    live.remove(idOf(remove.deletionVector()));
                }
            }
        }

        private static String idOf(DeletionVectorDescriptor vector) {
            return vector == null ? "" : vector.uniqueId();
        }

        boolean isKnown() {
            return lastAction != null;
        }

        String words(String nothing) {
            if (lastAction == null) {
                return nothing;
            }
            String where = " " + lastFile.name().value();
            if (lastAction instanceof SetTransaction transaction) {
                return "last version " + transaction.version() + ", written by" + where;
            }
            return (live.isEmpty() ? "removed" : "alive") + ", last touched by" + where;
        }
    }

    private boolean isAbout(Action action) {
        if (appId.get() != null) {
            return action instanceof SetTransaction transaction
                    && transaction.appId().equals(appId.get());
        }
        return action instanceof FileAction file
                && (file.path().equals(path.get()) || file.path().endsWith("/" + path.get()));
    }

    private final class Picker implements LogScan.Visitor {
        private final Consumer<Line> each;
        private final Fate fate;

        Picker(Consumer<Line> each, Fate fate) {
            this.each = each;
            this.fate = fate;
        }

        @Override
        public void action(LogFile file, long line, Action action) {
            if (isAbout(action)) {
                fate.see(file, action);
                each.accept(ActionLines.of(file, line, action));
            }
        }

        @Override
        public void damage(LogFile file, Damage damage) {
            each.accept(ActionLines.of(file, damage));
        }
    }
}
