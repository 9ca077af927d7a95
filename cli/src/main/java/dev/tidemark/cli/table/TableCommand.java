package dev.tidemark.cli.table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code table}: the parent of all commands about Delta tables. */
@Command(
        name = "table",
        description = "What a Delta table is and how it came to be, read from its log.",
        mixinStandardHelpOptions = true,
        subcommands = {
            TableReplayCommand.class,
            TableFilesCommand.class,
            TableLogCommand.class,
            TableActionsCommand.class,
            TableWhyCommand.class,
            TableDiffCommand.class,
            TableSegmentCommand.class,
            TableRetentionCommand.class,
            TableVerifyCommand.class
        })
public final class TableCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? Start with: tidemark table replay TABLE");
    }
}
