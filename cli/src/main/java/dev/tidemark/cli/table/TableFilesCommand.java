package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.ExitCode;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.render.Printable;
import dev.tidemark.view.table.FileLines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code table files}. */
@Command(name = "files", description = "The live files of a version, one a line.")
final class TableFilesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TableMixin table;

    @Mixin
    private VersionMixin version;

    @Mixin
    private ReaderMixin reader;

    @Mixin
    private LinesOutputMixin output;

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.openLog()) {
            Replay replay = opened.reader(reader.engine(), reader.behaviour(), ActionDetail.STATE)
                    .read(version.version(opened));
            int code = output.print(
                    "table files",
                    "files",
                    "",
                    each -> replay.state().files().sorted().forEach(add -> each.accept(FileLines.of(add))));
            DeltaError error = replay.error();
            if (error == null) {
                return code;
            }
            String why = reader.words() + " cannot read this version; the files above are what is readable: "
                    + error.message();
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + Printable.of(why.replace('\n', ' ')));
            return ExitCode.WRONG;
        }
    }
}
