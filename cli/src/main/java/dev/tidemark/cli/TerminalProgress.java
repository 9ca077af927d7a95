package dev.tidemark.cli;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

import dev.tidemark.render.Printable;

/** One line on a terminal that says how far a long command is; nothing at all where errors do not go to a terminal. */
final class TerminalProgress {
    /** Set by the launcher, for Java cannot tell where its errors go. */
    private static final String ERRORS_TO_TERMINAL = "tidemark.err.tty";

    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final PrintWriter err;
    private final boolean isOn;
    private final int columns;
    private long shownAtNanos;
    private boolean isShown;
    private boolean hasShown;

    TerminalProgress(PrintWriter err) {
        this.err = err;
        this.isOn = Boolean.getBoolean(ERRORS_TO_TERMINAL);
        this.columns = TerminalWidth.columns() - 1;
    }

    /** Shows a line, not too often. */
    void show(String line) {
        long now = System.nanoTime();
        if (!isOn || (hasShown && now - shownAtNanos < EVERY_NANOS)) {
            return;
        }
        String safe = Printable.of(line);
        err.print("\r\u001b[K" + (safe.length() <= columns ? safe : safe.substring(0, columns)));
        err.flush();
        shownAtNanos = now;
        isShown = true;
        hasShown = true;
    }

    /** Takes the line away, so that other text can be written. */
    void clear() {
        if (isShown) {
            err.print("\r\u001b[K");
            err.flush();
            isShown = false;
        }
    }
}
