package dev.tidemark.delta.error;

/** Carries a reader's error out of the steps of a simulated read; never leaves the reader's public method. */
public final class ReaderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient DeltaError error;

    public ReaderException(DeltaError error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    public DeltaError error() {
        return error;
    }

    /** Whether Spark would catch it to try an older checkpoint: it catches {@code SparkException} alone. */
    public boolean isSparkException() {
        return error.exceptionClass().equals(SparkErrors.SPARK_EXCEPTION);
    }
}
