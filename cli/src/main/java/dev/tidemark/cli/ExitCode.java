package dev.tidemark.cli;

import dev.tidemark.report.Outcome;

/** The exit codes of every command. */
public final class ExitCode {
    public static final int FINE = 0;
    public static final int WRONG = 1;
    public static final int USAGE = 2;
    public static final int UNKNOWN = 3;
    public static final int BUG = 70;

    private ExitCode() {}

    public static int of(Outcome outcome) {
        return switch (outcome) {
            case FINE -> FINE;
            case WRONG -> WRONG;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
