package dev.tidemark.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;

/**
 * A command: what it takes besides {@code --help}, and in {@code call} what it does with that. The answer of the call is its
 * exit code.
 */
public abstract class Command extends Arguments implements Callable<Integer> {
    /**
     * @param name the word that calls it
     * @param description what it does, the first line the shortest
     */
    protected Command(String name, String... description) {
        spec().name(name).usageMessage().description(description);
        flag(option("-h", "--help").usageHelp(true).description("show this and stop"));
    }

    /** What stands below the options in the help. */
    protected final void footer(String... lines) {
        spec().usageMessage().footer(lines);
    }

    /** Adds an option that tells the version. */
    final void tellsVersion(IVersionProvider version) {
        spec().versionProvider(version)
                .addOption(option("-V", "--version")
                        .type(boolean.class)
                        .versionHelp(true)
                        .description("tell the version and stop")
                        .build());
    }

    /** Ready to be asked. */
    final CommandLine asked() {
        return new CommandLine(spec());
    }
}
