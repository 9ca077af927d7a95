package dev.tidemark.shell.command;

import java.util.List;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands that only the shell has. */
public final class BuiltIns {
    private BuiltIns() {}

    /** Says what nobody should be told. */
    @Command(name = "", description = "The commands of the shell.")
    static final class Root implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("a line without a command");
        }
    }

    /**
     * All of them below one root.
     *
     * @param host whose commands some of them call, and whose handlers of failures they share
     */
    public static CommandLine of(Session session, Host host, Console console) {
        CommandLine root = new CommandLine(new Root());
        for (BuiltIn command : List.of(
                new OpenCommand(session),
                new CloseCommand(session),
                new LsCommand(session),
                new CdCommand(session),
                new PwdCommand(session),
                new CatCommand(session),
                new StatCommand(session),
                new FindCommand(session),
                new TreeCommand(session),
                new DiffCommand(session, host),
                new WhyCommand(session, host),
                new GetCommand(session, host),
                new HelpCommand(session, host, root),
                new DotCommands.Mode(session),
                new DotCommands.Once(session),
                new DotCommands.Read(session, console),
                new DotCommands.Timer(session),
                new DotCommands.Bail(session),
                new DotCommands.Show(session),
                new DotCommands.History(session, console),
                new DotCommands.Exit(session, console))) {
            root.addSubcommand(command);
        }
        return host.handleFailuresOf(root).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
