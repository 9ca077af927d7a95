package dev.tidemark.cli.table;

import java.io.IOException;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.render.Printable;
import dev.tidemark.view.table.FileLines;

/** {@code table files}. */
final class TableFilesCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final VersionMixin version = part(new VersionMixin());

    private final ReaderMixin reader = part(new ReaderMixin());

    private final LinesOutputMixin output = part(new LinesOutputMixin());

    TableFilesCommand() {
        super("files", "The live files of a version, one a line.");
    }

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
            commandLine().getErr().println(name() + ": " + Printable.of(why.replace('\n', ' ')));
            return ExitCode.WRONG;
        }
    }
}
