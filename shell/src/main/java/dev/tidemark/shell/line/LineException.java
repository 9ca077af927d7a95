package dev.tidemark.shell.line;

/** A line that cannot be taken apart; the message says where. */
public final class LineException extends Exception {
    private static final long serialVersionUID = 1L;

    public LineException(String message) {
        super(message);
    }
}
