package dev.tidemark.cli;

import java.io.IOException;

/** An answer that cannot be put where it was to go. */
final class UnwritableException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    UnwritableException(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What the process ends with. */
    int exitCode() {
        return exitCode;
    }
}
