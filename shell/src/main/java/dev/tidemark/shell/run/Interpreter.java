package dev.tidemark.shell.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.BuiltIns;
import dev.tidemark.shell.command.Codes;
import dev.tidemark.shell.command.Console;
import dev.tidemark.shell.command.Host;
import dev.tidemark.shell.command.Screen;
import dev.tidemark.shell.command.Session;
import dev.tidemark.shell.command.UsageException;
import dev.tidemark.shell.line.LineException;
import dev.tidemark.shell.line.LineParser;
import dev.tidemark.shell.line.Statement;
import picocli.CommandLine;

/** Runs lines one by one. */
public final class Interpreter implements Console {
    /** Before a command that the shell has too, asks for the command line's. */
    private static final String HOST = "tidemark";

    private static final int DEEPEST_READ = 20;
    private static final double NANOS_A_SECOND = 1e9;

    private final Session session;
    private final Supplier<CommandLine> hosts;
    private final List<String> history = new ArrayList<>();
    private Host host;
    private CommandLine builtIns;
    private PrintWriter out = new PrintWriter(Writer.nullWriter());
    private PrintWriter err = new PrintWriter(Writer.nullWriter());
    private OptionalInt end = OptionalInt.empty();
    private boolean inheritsTerminal;
    private int reading;

    /**
     * Runs lines in a session.
     *
     * @param hosts makes the command line, whose commands the lines may call; asked again when one of them went astray
     */
    public Interpreter(Session session, Supplier<CommandLine> hosts) {
        this.session = session;
        this.hosts = hosts;
        this.host = new Host(hosts.get(), session);
        this.builtIns = BuiltIns.of(session, host, this);
    }

    /** The session in which the lines run. */
    public Session session() {
        return session;
    }

    /** The commands of the command line. */
    public Host host() {
        return host;
    }

    /** The commands of the shell. */
    public CommandLine builtIns() {
        return builtIns;
    }

    /** Forgets the commands there were, one of which was left running, and makes new ones. */
    void renew() {
        host = new Host(hosts.get(), session);
        builtIns = BuiltIns.of(session, host, this);
    }

    /** Lets commands of the system write to the terminal by themselves. */
    void inheritTerminal() {
        inheritsTerminal = true;
    }

    /** Whether a command asked to leave, and with which code. */
    public OptionalInt end() {
        return end;
    }

    /** Runs a line; returns its exit code. */
    public int run(String line, PrintWriter to, PrintWriter errors) {
        out = to;
        err = errors;
        if (!line.isBlank()) {
            history.add(line);
        }
        return run(line);
    }

    private int run(String line) {
        long startNanos = System.nanoTime();
        int code;
        try {
            Statement statement = LineParser.parse(line);
            if (statement.isEmpty()) {
                return Codes.FINE;
            }
            code = run(statement);
        } catch (LineException | UsageException wrong) {
            return refuse(String.valueOf(wrong.getMessage()));
        } catch (IOException failed) {
            err.println("cannot write: " + Printable.of(String.valueOf(failed.getMessage())));
            return Codes.UNKNOWN;
        } finally {
            out.flush();
            err.flush();
        }
        if (session.settings().showsTime()) {
            double seconds = (System.nanoTime() - startNanos) / NANOS_A_SECOND;
            err.printf(Locale.ROOT, "%.3f s%n", seconds);
            err.flush();
        }
        return code;
    }

    private int refuse(String message) {
        err.println(Printable.of(message));
        err.flush();
        return Codes.USAGE;
    }

    private int run(Statement statement) throws IOException, UsageException {
        List<String> words = statement.words();
        boolean setsOnce = words.get(0).equals(".once");
        Optional<Path> once = setsOnce ? Optional.empty() : session.settings().takeOnce();
        if (statement.file() != null) {
            return toFile(path(statement.file()), statement.fileMode(), words);
        } else if (statement.pipe() != null) {
            return through(statement.pipe(), words);
        } else if (once.isPresent()) {
            return toFile(once.get(), Statement.FileMode.REPLACE, words);
        }
        return dispatch(words, out);
    }

    private static Path path(String typed) throws UsageException {
        try {
            return Path.of(typed);
        } catch (InvalidPathException unnameable) {
            throw new UsageException("no name of a file: " + typed);
        }
    }

    private int toFile(Path file, Statement.FileMode mode, List<String> words) throws IOException, UsageException {
        session.requireOutsideEvidence(file);
        StandardOpenOption[] options = mode == Statement.FileMode.APPEND
                ? new StandardOpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.APPEND}
                : new StandardOpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING
                };
        try (OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(file, options))) {
            return redirected(bytes, words);
        }
    }

    private int through(String command, List<String> words) throws IOException, UsageException {
        try (SystemPipe pipe = SystemPipe.start(command, inheritsTerminal, out, err)) {
            return redirected(pipe.input(), words);
        }
    }

    /** Runs a command whose answer goes to a file or a pipe: without colours, at the width of files. */
    private int redirected(OutputStream bytes, List<String> words) throws IOException, UsageException {
        Screen screen = session.screen();
        session.screen(Screen.FILE);
        session.bytesOut(bytes);
        try {
            PrintWriter writer = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
            int code = dispatch(words, writer);
            writer.flush();
            return code;
        } finally {
            session.screen(screen);
            session.bytesOut(null);
        }
    }

    private int dispatch(List<String> words, PrintWriter to) throws IOException, UsageException {
        String name = words.get(0);
        if (name.equals(HOST) && words.size() > 1) {
            return host.run(words.subList(1, words.size()), to, err);
        }
        if (builtIns.getSubcommands().containsKey(name) && !BuiltIns.leavesToHost(words)) {
            builtIns.setOut(to);
            builtIns.setErr(err);
            int code = builtIns.execute(words.toArray(String[]::new));
            session.workbench().note(words, code);
            return code;
        }
        if (host.names().contains(name)) {
            return host.run(words, to, err);
        }
        Set<String> known = builtIns.getSubcommands().keySet();
        return refuse(host.unknown(name, known));
    }

    @Override
    public int read(Path script) throws IOException {
        if (reading == DEEPEST_READ) {
            throw new IOException(script + ": files that read each other, " + DEEPEST_READ + " deep");
        }
        reading++;
        try (Reader lines = Files.newBufferedReader(script, StandardCharsets.UTF_8)) {
            return new Script(this, String.valueOf(script.getFileName())).run(lines, out, err);
        } finally {
            reading--;
        }
    }

    @Override
    public List<String> history() {
        return List.copyOf(history);
    }

    @Override
    public void end(int code) {
        end = OptionalInt.of(code);
    }
}
