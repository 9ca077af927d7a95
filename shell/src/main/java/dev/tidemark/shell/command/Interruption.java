package dev.tidemark.shell.command;

import java.io.InterruptedIOException;

/** How a command that is cancelled ends. */
final class Interruption {
    private Interruption() {}

    /** Ends a loop when its command was cancelled. */
    static void check() throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("cancelled");
        }
    }
}
