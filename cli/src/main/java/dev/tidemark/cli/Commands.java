package dev.tidemark.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.tidemark.cli.state.StateCommand;
import dev.tidemark.cli.table.TableCommand;
import picocli.CommandLine;

/**
 * The commands by name, in the order of the help. Reading the annotations of a command costs milliseconds, so of a
 * command line that names one only that one is read; the whole tree is for help, completion and the shell.
 */
final class Commands {
    private static final Map<String, Class<?>> BY_NAME = new LinkedHashMap<>();

    /** The commands below those that are a group and name no subcommands of their own. */
    private static final Map<String, Supplier<Map<String, Class<?>>>> BELOW = new LinkedHashMap<>();

    static {
        BY_NAME.put("show", ShowCommand.class);
        BY_NAME.put("batches", BatchesCommand.class);
        BY_NAME.put("batch", BatchCommand.class);
        BY_NAME.put("diff", DiffCommand.class);
        BY_NAME.put("describe", DescribeCommand.class);
        BY_NAME.put("history", HistoryCommand.class);
        BY_NAME.put("restart", RestartCommand.class);
        BY_NAME.put("check", CheckCommand.class);
        BY_NAME.put("crash", CrashCommand.class);
        BY_NAME.put("diagnose", DiagnoseCommand.class);
        BY_NAME.put("explain", ExplainCommand.class);
        BY_NAME.put("audit", AuditCommand.class);
        BY_NAME.put("watch", WatchCommand.class);
        BY_NAME.put("state", StateCommand.class);
        BY_NAME.put("table", TableCommand.class);
        BY_NAME.put("shell", ShellCommand.class);
        BY_NAME.put("demo", DemoCommand.class);
        BY_NAME.put("completion", CompletionCommand.class);
        BELOW.put("state", StateCommand::subcommands);
        BELOW.put("table", TableCommand::subcommands);
    }

    private Commands() {}

    /** Adds to the root what the arguments need: the command they begin with, or else every command. */
    static void register(CommandLine root, String... args) {
        if (args.length == 0 || !BY_NAME.containsKey(args[0])) {
            registerAll(root);
            return;
        }
        CommandLine command = new CommandLine(BY_NAME.get(args[0]));
        registerBelow(command, args[0], Arrays.copyOfRange(args, 1, args.length));
        root.addSubcommand(args[0], command);
    }

    /** Adds every command to the root. */
    static void registerAll(CommandLine root) {
        BY_NAME.forEach((name, type) -> {
            CommandLine command = new CommandLine(type);
            registerBelow(command, name);
            root.addSubcommand(name, command);
        });
    }

    private static void registerBelow(CommandLine group, String name, String... args) {
        Map<String, Class<?>> below = BELOW.getOrDefault(name, Map::of).get();
        if (args.length > 0 && below.containsKey(args[0])) {
            group.addSubcommand(args[0], below.get(args[0]));
        } else {
            below.forEach(group::addSubcommand);
        }
    }
}
