package dev.tidemark.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import picocli.CommandLine;

/**
 * The commands by name, in the order of the help. Reading the annotations of a command costs milliseconds, so of a
 * command line that names one only that one is read; the whole tree is for help, completion and the shell.
 */
final class Commands {
    private static final Map<String, Class<?>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("show", ShowCommand.class);
        BY_NAME.put("batches", BatchesCommand.class);
        BY_NAME.put("batch", BatchCommand.class);
        BY_NAME.put("diff", DiffCommand.class);
        BY_NAME.put("describe", DescribeCommand.class);
        BY_NAME.put("restart", RestartCommand.class);
        BY_NAME.put("diagnose", DiagnoseCommand.class);
        BY_NAME.put("explain", ExplainCommand.class);
        BY_NAME.put("state", dev.tidemark.cli.state.StateCommand.class);
        BY_NAME.put("table", dev.tidemark.cli.table.TableCommand.class);
        BY_NAME.put("demo", DemoCommand.class);
        BY_NAME.put("completion", CompletionCommand.class);
    }

    private Commands() {}

    /** Adds to the root what the arguments need: the command they begin with, or else every command. */
    static void register(CommandLine root, String... args) {
        Optional<Class<?>> asked = args.length == 0 ? Optional.empty() : Optional.ofNullable(BY_NAME.get(args[0]));
        if (asked.isPresent()) {
            root.addSubcommand(args[0], asked.get());
        } else {
            registerAll(root);
        }
    }

    /** Adds every command to the root. */
    static void registerAll(CommandLine root) {
        BY_NAME.forEach(root::addSubcommand);
    }
}
