package dev.tidemark.shell.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.tidemark.shell.command.Session;
import dev.tidemark.shell.command.Setup;
import dev.tidemark.shell.command.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A shell, ready to run. */
public final class Shell implements AutoCloseable {
    private final Session session;
    private final Interpreter interpreter;

    /**
     * A shell with nothing open.
     *
     * @param commandLine makes the commands it offers beside its own; those failures are told as it tells them
     */
    public Shell(Setup setup, Supplier<CommandLine> commandLine) {
        this.session = new Session(setup);
        this.interpreter = new Interpreter(session, commandLine);
    }

    /**
     * Opens what the command line names.
     *
     * @throws UsageException when a description describes no query
     */
    public void open(List<String> places, @Nullable Path description) throws IOException, UsageException {
        for (String place : places) {
            session.open(place, Optional.empty(), Optional.empty());
        }
        if (description != null) {
            session.descriptions().open(description);
        }
    }

    /** Runs lines one by one; what tests and transcripts call. */
    public Interpreter interpreter() {
        return interpreter;
    }

    /** What a person would see before the next line. */
    public String prompt() {
        return Prompt.of(session);
    }

    /** What happens after a command of a script that fails. */
    public enum AfterFailure {
        STOP,
        GO_ON
    }

    /**
     * Runs a script without a prompt.
     *
     * @param name of the script, for messages
     * @return the code of the command that failed, else the worst of all
     */
    public int script(Reader lines, String name, AfterFailure afterFailure, PrintWriter out, PrintWriter err)
            throws IOException {
        session.settings().stopsAtFailure(afterFailure == AfterFailure.STOP);
        return new Script(interpreter, name).run(lines, out, err);
    }

    /**
     * Talks with the person at the terminal until they leave.
     *
     * @param history where typed lines are kept; null for nowhere
     */
    public int interactive(@Nullable Path history) throws IOException {
        return InteractiveLoop.onSystemTerminal(interpreter, history);
    }

    @Override
    public void close() throws IOException {
        session.close();
    }
}
