package dev.tidemark.cli;

import picocli.CommandLine.Option;

/** {@code --help} on every command. */
public final class StandardHelp {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this and stop")
    public boolean helpRequested;
}
