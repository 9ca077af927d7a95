package dev.tidemark.cli;

import dev.tidemark.report.Outcome;

/** The exit codes of every command. */
final class ExitCode {
    static final int FINE = 0;
    static final int WRONG = 1;
    static final int USAGE = 2;
    static final int UNKNOWN = 3;
    static final int BUG = 70;

    private ExitCode() {}

    static int of(Outcome outcome) {
        return switch (outcome) {
            case FINE -> FINE;
            case WRONG -> WRONG;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
