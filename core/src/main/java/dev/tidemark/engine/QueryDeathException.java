package dev.tidemark.engine;

/** Flies inside the engine from where a query dies to where the prediction is made. Never leaves the engine. */
final class QueryDeathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    QueryDeathException(Failure failure) {
        super(failure.error().telling().message(), null, false, false);
        this.failure = failure;
    }

    Failure failure() {
        return failure;
    }
}
