package dev.tidemark.cli;

import java.util.function.Supplier;

/** {@code --help} on every command. */
public final class StandardHelp extends Arguments {
    private final Supplier<Boolean> helpRequested =
            flag(option("-h", "--help").usageHelp(true).description("show this and stop"));
}
