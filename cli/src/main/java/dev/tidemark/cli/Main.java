package dev.tidemark.cli;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

import picocli.CommandLine;

/** Starts the command line; the only class that touches the process's streams and exit code. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(new OutputStreamWriter(new StandardOutput(), StandardCharsets.UTF_8));
        PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        int code = run(out, err, args);
        out.flush();
        System.exit(code);
    }

    /** Runs one command line against the given streams; what tests call. */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        try {
            Commands.Choice choice = Commands.choose(args);
            return furnish(choice.command()).setOut(out).setErr(err).execute(choice.arguments());
        } catch (OutOfMemoryError exhausted) {
            return FailureHandler.lacksMemory("tidemark", err);
        } catch (StackOverflowError | LinkageError ours) {
            err.println("tidemark: this is a bug in Tidemark; a report with the lines below would help to mend it");
            ours.printStackTrace(err);
            return ExitCode.BUG;
        }
    }

    /** The whole tree of commands, for the shell, for completion and for tests of what is written. */
    public static CommandLine commandLine() {
        return furnish(Commands.whole());
    }

    private static CommandLine furnish(CommandLine root) {
        return root.setExecutionExceptionHandler(new FailureHandler())
                .setParameterExceptionHandler(new FailureHandler())
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}
