package dev.tidemark.source;

/** The evidence does not tell what a source would answer; the message is a clause with the reason. */
public final class SourceUndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SourceUndecidedException(String reason) {
        super(reason, null, false, false);
    }
}
