package dev.tidemark.cli.state;

import dev.tidemark.cli.StandardHelp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code state}: the parent of the commands that read state stores. */
@Command(
        name = "state",
        description =
                "Read the state of a query: its stores, rows, changes and schemas, as of any batch the files allow.",
        subcommands = {
            StateListCommand.class,
            StateSchemaCommand.class,
            StateRowsCommand.class,
            StateGetCommand.class,
            StateChangesCommand.class,
            StateDiffCommand.class,
            StateLineageCommand.class,
            StateLoadableCommand.class,
            StateStatsCommand.class
        })
public final class StateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Mixin
    StandardHelp help;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which? Start with: tidemark state list CKPT");
    }
}
