package dev.tidemark.shell.command;

import dev.tidemark.report.Outcome;

/** The exit codes of commands, which are those of the command line. */
public final class Codes {
    public static final int FINE = 0;
    public static final int WRONG = 1;
    public static final int USAGE = 2;
    public static final int UNKNOWN = 3;
    public static final int BUG = 70;

    private Codes() {}

    static int of(Outcome outcome) {
        return switch (outcome) {
            case FINE -> FINE;
            case WRONG -> WRONG;
            case UNKNOWN -> UNKNOWN;
        };
    }

    /** The one that says more: a bug, then what could not be told, then wrong usage, then findings. */
    public static int worse(int left, int right) {
        return rank(left) >= rank(right) ? left : right;
    }

    private static int rank(int code) {
        return switch (code) {
            case FINE -> 0;
            case WRONG -> 1;
            case USAGE -> 2;
            case UNKNOWN -> 3;
            default -> 4;
        };
    }
}
