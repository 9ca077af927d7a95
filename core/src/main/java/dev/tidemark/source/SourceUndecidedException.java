package dev.tidemark.source;

/** The evidence does not tell what a source would answer; the reason is a clause. */
public final class SourceUndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public SourceUndecidedException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    /** A clause. */
    public String reason() {
        return reason;
    }
}
