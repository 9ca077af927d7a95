package dev.tidemark.cli;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Runs the quick commands once over the shipped examples and discards what they say, so that Java can archive the
 * classes they need. The launcher starts it when it makes the class archive; nothing else does.
 */
final class Training {
    private Training() {}

    /** The one argument is the directory of examples. */
    public static void main(String[] args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Main.run(nowhere, nowhere, "--help");
        Main.run(nowhere, nowhere, "show", args[0]);
    }
}
