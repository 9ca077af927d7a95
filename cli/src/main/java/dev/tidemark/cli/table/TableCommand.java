package dev.tidemark.cli.table;

import java.util.LinkedHashMap;
import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code table}: the parent of all commands about Delta tables. */
@Command(
        name = "table",
        description = "What a Delta table is and how it came to be, read from its log.",
        mixinStandardHelpOptions = true)
public final class TableCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? Start with: tidemark table replay TABLE");
    }

    /** The commands of this group by name, in the order of the help. */
    public static Map<String, Class<?>> subcommands() {
        Map<String, Class<?>> byName = new LinkedHashMap<>();
        byName.put("replay", TableReplayCommand.class);
        byName.put("files", TableFilesCommand.class);
        byName.put("log", TableLogCommand.class);
        byName.put("actions", TableActionsCommand.class);
        byName.put("why", TableWhyCommand.class);
        byName.put("diff", TableDiffCommand.class);
        byName.put("segment", TableSegmentCommand.class);
        byName.put("retention", TableRetentionCommand.class);
        byName.put("verify", TableVerifyCommand.class);
        return byName;
    }
}
