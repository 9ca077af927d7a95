package dev.tidemark.cli;

/** The root: what {@code tidemark} alone says. Its subcommands are listed in {@link Commands}. */
final class TidemarkCommand extends CommandGroup {
    TidemarkCommand() {
        super(
                "tidemark",
                "Reads what a Spark stream left on disk, without Spark, and says what it means.",
                "which command? Start with: tidemark show PATH");
        tellsVersion(new ProductVersion());
    }
}
