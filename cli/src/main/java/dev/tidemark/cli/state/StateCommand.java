package dev.tidemark.cli.state;

import java.util.LinkedHashMap;
import java.util.Map;

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
                "Read the state of a query: its stores, rows, changes and schemas, as of any batch the files allow.")
public final class StateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Mixin
    StandardHelp help;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which? Start with: tidemark state list CKPT");
    }

    /** The commands of this group by name, in the order of the help. */
    public static Map<String, Class<?>> subcommands() {
        Map<String, Class<?>> byName = new LinkedHashMap<>();
        byName.put("list", StateListCommand.class);
        byName.put("schema", StateSchemaCommand.class);
        byName.put("rows", StateRowsCommand.class);
        byName.put("get", StateGetCommand.class);
        byName.put("changes", StateChangesCommand.class);
        byName.put("diff", StateDiffCommand.class);
        byName.put("lineage", StateLineageCommand.class);
        byName.put("loadable", StateLoadableCommand.class);
        byName.put("stats", StateStatsCommand.class);
        return byName;
    }
}
