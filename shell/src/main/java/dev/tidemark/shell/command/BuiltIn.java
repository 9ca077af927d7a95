package dev.tidemark.shell.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

import dev.tidemark.render.Printable;
import dev.tidemark.report.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only the shell has. Its help ends in an example. */
abstract class BuiltIn implements Callable<Integer> {
    private final Session session;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    final HelpOption help = new HelpOption();

    BuiltIn(Session session) {
        this.session = session;
    }

    /** Does it; returns the exit code. */
    abstract int run() throws IOException, UsageException;

    @Override
    public final Integer call() throws IOException {
        try {
            return run();
        } catch (UsageException usage) {
            throw new ParameterException(spec().commandLine(), usage.getMessage());
        }
    }

    Session session() {
        return session;
    }

    CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("a command that was not parsed");
        }
        return spec;
    }

    PrintWriter out() {
        return spec().commandLine().getOut();
    }

    PrintWriter err() {
        return spec().commandLine().getErr();
    }

    int print(Report report) throws IOException {
        return session.print(spec(), report);
    }

    /** One line of plain words. */
    int say(String line) {
        out().println(Printable.of(line));
        out().flush();
        return Codes.FINE;
    }
}
