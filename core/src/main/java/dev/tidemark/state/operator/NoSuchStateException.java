package dev.tidemark.state.operator;

/** What was asked for is not there to be read; the message says what is. */
public final class NoSuchStateException extends Exception {
    private static final long serialVersionUID = 1L;

    public NoSuchStateException(String message) {
        super(message);
    }
}
