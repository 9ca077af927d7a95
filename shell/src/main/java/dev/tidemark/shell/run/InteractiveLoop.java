package dev.tidemark.shell.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.Codes;
import dev.tidemark.shell.command.Screen;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Reads lines from a person and runs each in a thread of its own, so that Ctrl-C ends the command and nothing else. */
final class InteractiveLoop {
    private static final int HISTORY_LINES = 2_000;
    private static final int TICK_MS = 100;
    private static final int TICKS_BEFORE_STATUS = 10;
    private static final int TICKS_BEFORE_ABANDONING = 20;
    private static final int FEWEST_COLUMNS = 40;

    private final Interpreter interpreter;
    private final Terminal terminal;
    private final LineReader reader;
    private final TerminalWriter screen;

    InteractiveLoop(Interpreter interpreter, Terminal terminal, @Nullable Path history) {
        this.interpreter = interpreter;
        this.terminal = terminal;
        this.screen = new TerminalWriter(terminal);
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .appName("tidemark")
                .terminal(terminal)
                .parser(new ShellParser())
                .history(new DefaultHistory())
                .completer(new ShellCompleter(interpreter))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
                .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
                .variable(LineReader.BELL_STYLE, "none");
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        this.reader = builder.build();
    }

    /** Opens the terminal of the process and talks there. */
    static int onSystemTerminal(Interpreter interpreter, @Nullable Path history) throws IOException {
        if (history != null) {
            Files.createDirectories(history.toAbsolutePath().getParent());
        }
        try (Terminal terminal =
                TerminalBuilder.builder().name("tidemark").system(true).build()) {
            interpreter.inheritTerminal();
            return new InteractiveLoop(interpreter, terminal, history).run();
        }
    }

    /** Talks until the person leaves; returns the exit code. */
    int run() {
        terminal.writer().println(Greeting.of(interpreter.session()));
        terminal.flush();
        while (interpreter.end().isEmpty()) {
            lookAtScreen();
            try {
                runCancellably(reader.readLine(Prompt.of(interpreter.session())));
            } catch (UserInterruptException lineGivenUp) {
                continue;
            } catch (EndOfFileException left) {
                break;
            }
        }
        return interpreter.end().orElse(Codes.FINE);
    }

    private void lookAtScreen() {
        boolean isDumb = terminal.getType().startsWith(Terminal.TYPE_DUMB);
        int columns = terminal.getSize().getColumns() > 0
                ? Math.max(FEWEST_COLUMNS, terminal.getSize().getColumns())
                : Screen.FILE.columns();
        interpreter.session().screen(new Screen(columns, true, !isDumb && System.getenv("NO_COLOR") == null));
    }

    private void runCancellably(String line) {
        PrintWriter out = new PrintWriter(screen);
        Thread command = new Thread(() -> interpreter.run(line, out, out), "command");
        command.setDaemon(true);
        AtomicBoolean isCancelled = new AtomicBoolean();
        screen.serve(command);
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> {
            isCancelled.set(true);
            screen.dismiss();
            command.interrupt();
        });
        try {
            command.start();
            if (!await(command, isCancelled)) {
                interpreter.renew();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
            screen.dismiss();
        }
        if (isCancelled.get()) {
            terminal.writer().println("cancelled: " + Printable.of(line.strip()));
            terminal.flush();
        }
    }

    /** Waits for the command; false when it was cancelled and does not end. */
    private boolean await(Thread command, AtomicBoolean isCancelled) throws InterruptedException {
        int ticksSinceCancel = 0;
        for (int tick = 1; ; tick++) {
            command.join(TICK_MS);
            if (!command.isAlive()) {
                return true;
            }
            if (isCancelled.get() && ++ticksSinceCancel > TICKS_BEFORE_ABANDONING) {
                return false;
            }
            if (tick % TICKS_BEFORE_STATUS == 0 && !isCancelled.get()) {
                screen.status("... " + tick / TICKS_BEFORE_STATUS + " s, Ctrl-C cancels");
            }
        }
    }
}
