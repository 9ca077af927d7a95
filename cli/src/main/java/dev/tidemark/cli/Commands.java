package dev.tidemark.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.tidemark.cli.state.StateCommand;
import dev.tidemark.cli.table.TableCommand;
import picocli.CommandLine;

/**
 * The commands by name, in the order of the help. To declare a command costs milliseconds, so of a command line that
 * names one only that one is made; the whole tree is for help, completion and the shell.
 */
final class Commands {
    private static final Map<String, Supplier<Command>> BY_NAME = new LinkedHashMap<>();

    /** The commands below those that are a group and name no subcommands of their own. */
    private static final Map<String, Supplier<Map<String, Supplier<Command>>>> BELOW = new LinkedHashMap<>();

    static {
        BY_NAME.put("show", ShowCommand::new);
        BY_NAME.put("batches", BatchesCommand::new);
        BY_NAME.put("batch", BatchCommand::new);
        BY_NAME.put("diff", DiffCommand::new);
        BY_NAME.put("describe", DescribeCommand::new);
        BY_NAME.put("history", HistoryCommand::new);
        BY_NAME.put("restart", RestartCommand::new);
        BY_NAME.put("check", CheckCommand::new);
        BY_NAME.put("crash", CrashCommand::new);
        BY_NAME.put("diagnose", DiagnoseCommand::new);
        BY_NAME.put("explain", ExplainCommand::new);
        BY_NAME.put("audit", AuditCommand::new);
        BY_NAME.put("watch", WatchCommand::new);
        BY_NAME.put("state", StateCommand::new);
        BY_NAME.put("table", TableCommand::new);
        BY_NAME.put("shell", ShellCommand::new);
        BY_NAME.put("demo", DemoCommand::new);
        BY_NAME.put("completion", CompletionCommand::new);
        BELOW.put("state", StateCommand::subcommands);
        BELOW.put("table", TableCommand::subcommands);
    }

    private Commands() {}

    /** A command and the arguments that are its own. */
    record Choice(CommandLine command, String[] arguments) {}

    /**
     * What a command line asks for: the command that it begins with, under its whole name, or else the root with every
     * command. The root and the group above a command cost as much as itself and say nothing, so they are not made.
     */
    static Choice choose(String... args) {
        if (args.length > 0 && args[0].equals("help")) {
            return choose(asOption(args));
        }
        if (args.length == 0 || !BY_NAME.containsKey(args[0])) {
            return new Choice(whole(), args);
        }
        Map<String, Supplier<Command>> below =
                BELOW.getOrDefault(args[0], Map::of).get();
        boolean isBelow = args.length > 1 && below.containsKey(args[1]);
        CommandLine command = isBelow ? below.get(args[1]).get().asked() : command(args[0]);
        int words = isBelow ? 2 : 1;
        command.setCommandName("tidemark " + String.join(" ", List.of(args).subList(0, words)));
        return new Choice(command, Arrays.copyOfRange(args, words, args.length));
    }

    /** {@code help table log} is {@code table log --help}. */
    private static String[] asOption(String... args) {
        String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
        asked[args.length - 1] = "--help";
        return asked;
    }

    /** The root with every command. */
    static CommandLine whole() {
        CommandLine root = new TidemarkCommand().asked();
        BY_NAME.keySet().forEach(name -> root.addSubcommand(name, command(name)));
        return root;
    }

    private static CommandLine command(String name) {
        CommandLine command = BY_NAME.get(name).get().asked();
        BELOW.getOrDefault(name, Map::of)
                .get()
                .forEach((word, made) -> command.addSubcommand(word, made.get().asked()));
        return command;
    }
}
