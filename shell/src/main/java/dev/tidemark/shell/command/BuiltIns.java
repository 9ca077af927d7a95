package dev.tidemark.shell.command;

import java.util.List;
import java.util.Set;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands that only the shell has. */
public final class BuiltIns {
    private static final Set<String> OF_BOTH = Set.of("restart", "crash");

    private BuiltIns() {}

    /** Says what nobody should be told. */
    @Command(name = "", description = "The commands of the shell.")
    static final class Root implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("a line without a command");
        }
    }

    /** Whether a line means the command line's command of that name: the shell's take no options. */
    public static boolean leavesToHost(List<String> words) {
        return OF_BOTH.contains(words.get(0))
                && words.size() > 1
                && words.get(1).startsWith("-")
                && !words.contains("--help")
                && !words.contains("-h");
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
                new RunCommands.Restart(session),
                new RunCommands.StepOn(session),
                new RunCommands.GoOn(session),
                new RunCommands.Break(session),
                new RunCommands.Back(session),
                new RunCommands.Crash(session),
                new RunCommands.ShowTrace(session),
                new RunCommands.Overlay(session),
                new WhatIfCommands.Set(session),
                new WhatIfCommands.Compare(session),
                new WhatIfCommands.Save(session),
                new WhatIfCommands.Replay(session, console),
                new PlotCommand(session),
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
