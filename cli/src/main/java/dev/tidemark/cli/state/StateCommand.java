package dev.tidemark.cli.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.CommandGroup;

/** {@code state}: the parent of the commands that read state stores. */
public final class StateCommand extends CommandGroup {
    public StateCommand() {
        super(
                "state",
                "Read the state of a query: its stores, rows, changes and schemas, as of any batch the files allow.",
                "which? Start with: tidemark state list CKPT");
    }

    /** The commands of this group by name, in the order of the help. */
    public static Map<String, Supplier<Command>> subcommands() {
        Map<String, Supplier<Command>> byName = new LinkedHashMap<>();
        byName.put("list", StateListCommand::new);
        byName.put("schema", StateSchemaCommand::new);
        byName.put("rows", StateRowsCommand::new);
        byName.put("get", StateGetCommand::new);
        byName.put("changes", StateChangesCommand::new);
        byName.put("diff", StateDiffCommand::new);
        byName.put("lineage", StateLineageCommand::new);
        byName.put("loadable", StateLoadableCommand::new);
        byName.put("stats", StateStatsCommand::new);
        return byName;
    }
}
