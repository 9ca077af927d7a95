package dev.tidemark.cli;

/** How wide text may be. */
public final class TerminalWidth {
    private static final int DEFAULT_COLUMNS = 100;

    private TerminalWidth() {}

    /** The {@code COLUMNS} of the environment, else a width that suits most windows. */
    public static int columns() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("\\d{2,4}") ? Integer.parseInt(columns) : DEFAULT_COLUMNS;
    }
}
