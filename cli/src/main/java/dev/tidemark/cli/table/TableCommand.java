package dev.tidemark.cli.table;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.CommandGroup;

/** {@code table}: the parent of all commands about Delta tables. */
public final class TableCommand extends CommandGroup {
    public TableCommand() {
        super(
                "table",
                "What a Delta table is and how it came to be, read from its log.",
                "which command? Start with: tidemark table replay TABLE");
    }

    /** The commands of this group by name, in the order of the help. */
    public static Map<String, Supplier<Command>> subcommands() {
        Map<String, Supplier<Command>> byName = new LinkedHashMap<>();
        byName.put("replay", TableReplayCommand::new);
        byName.put("files", TableFilesCommand::new);
        byName.put("log", TableLogCommand::new);
        byName.put("actions", TableActionsCommand::new);
        byName.put("why", TableWhyCommand::new);
        byName.put("diff", TableDiffCommand::new);
        byName.put("segment", TableSegmentCommand::new);
        byName.put("retention", TableRetentionCommand::new);
        byName.put("verify", TableVerifyCommand::new);
        return byName;
    }
}
