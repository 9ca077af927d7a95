package dev.tidemark.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root: what {@code tidemark} alone says. Its subcommands are listed in {@link Commands}. */
@Command(
        name = "tidemark",
        description = "Reads what a Spark stream left on disk, without Spark, and says what it means.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class)
final class TidemarkCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? Start with: tidemark show PATH");
    }
}
