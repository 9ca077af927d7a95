package dev.tidemark.source;

/** Carries what a source would throw to the engine that asked it. */
public final class SourceFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SourceError error;

    public SourceFailureException(SourceError error) {
        super(error.outermost().message(), null, false, false);
        this.error = error;
    }

    public SourceError error() {
        return error;
    }
}
