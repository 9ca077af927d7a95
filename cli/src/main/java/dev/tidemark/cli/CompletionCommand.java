package dev.tidemark.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script that makes bash and zsh complete commands and options. */
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {"", "Use it with:  source <(tidemark completion)"})
final class CompletionCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Mixin
    StandardHelp help;

    @Override
    public void run() {
        spec.commandLine().getOut().print(AutoComplete.bash("tidemark", Main.commandLine()));
        spec.commandLine().getOut().flush();
    }
}
