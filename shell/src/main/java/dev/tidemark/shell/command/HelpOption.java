package dev.tidemark.shell.command;

import picocli.CommandLine.Option;

/** {@code --help} on every command. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this and stop")
    boolean helpRequested;
}
