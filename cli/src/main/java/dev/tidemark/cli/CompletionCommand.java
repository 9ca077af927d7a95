package dev.tidemark.cli;

import picocli.AutoComplete;

/** Prints a script that makes bash and zsh complete commands and options. */
final class CompletionCommand extends Command {
    CompletionCommand() {
        super("completion", "Print a completion script for bash and zsh.");
        footer("", "Use it with:  source <(tidemark completion)");
    }

    @Override
    public Integer call() {
        commandLine().getOut().print(AutoComplete.bash("tidemark", Main.commandLine()));
        commandLine().getOut().flush();
        return ExitCode.FINE;
    }
}
