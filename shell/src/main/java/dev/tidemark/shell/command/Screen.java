package dev.tidemark.shell.command;

/**
 * What text is shown on.
 *
 * @param columns where text wraps
 * @param isTerminal whether a person looks at it: tables are then fitted to the columns
 * @param isColored whether escape sequences for colours may be sent
 */
public record Screen(int columns, boolean isTerminal, boolean isColored) {
    /** A file or a pipe. */
    public static final Screen FILE = new Screen(100, false, false);
}
