package dev.tidemark.shell.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

import org.jline.terminal.Size;
import org.jline.terminal.Terminal;

import static org.assertj.core.api.Assertions.fail;

/** A terminal in whose place a test types and reads. */
final class ScriptedTerminal implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final PipedOutputStream keys = new PipedOutputStream();
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final Terminal terminal;
    private int seen;

    /** Makes a terminal over streams. */
    interface Maker {
        Terminal make(InputStream in, OutputStream out) throws IOException;
    }

    ScriptedTerminal(Maker maker, int columns, int rows) throws IOException {
        this.terminal = maker.make(new PipedInputStream(keys, 1 << 16), screen);
        terminal.setSize(Size.of(columns, rows));
    }

    Terminal terminal() {
        return terminal;
    }

    /** Types keys. */
    void type(String text) throws IOException {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    /** Types no more. */
    void hangUp() throws IOException {
        keys.close();
    }

    /** Waits for a text behind what was waited for before, and returns all up to its end. */
    String await(String text) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)) {
            String all = screen.toString(StandardCharsets.UTF_8);
            int at = all.indexOf(text, seen);
            if (at >= 0) {
                String found = all.substring(seen, at + text.length());
                seen = at + text.length();
                return found;
            }
            Thread.sleep(10);
        }
        return fail("never shown: " + text + "\nshown since:\n"
                + screen.toString(StandardCharsets.UTF_8).substring(seen));
    }

    /** All that was shown. */
    String screen() {
        return screen.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
