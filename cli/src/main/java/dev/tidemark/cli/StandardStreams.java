package dev.tidemark.cli;

import java.io.Console;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What the process was started with. */
final class StandardStreams {
    private StandardStreams() {}

    /** Whether a person sits at both ends. */
    static boolean areTerminals() {
        Console console = System.console();
        return console != null && isTerminal(console);
    }

    /** Since Java 22 there may be a console that is none; what tells it apart is not there in Java 17. */
    private static boolean isTerminal(Console console) {
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException java17) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException("Console.isTerminal is public and takes nothing", impossible);
        }
    }

    /** Lines for a shell without a terminal. */
    static Reader input() {
        return new InputStreamReader(System.in, StandardCharsets.UTF_8);
    }

    /** Where typed lines are kept. */
    static Path historyFile() {
        String state = System.getenv("XDG_STATE_HOME");
        Path root = state == null || state.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(state);
        return root.resolve("tidemark").resolve("history");
    }
}
