package dev.tidemark.delta.error;

import org.jspecify.annotations.Nullable;

/**
 * What a reader throws, as data.
 *
 * @param exceptionClass fully qualified class of the outermost exception
 * @param condition Spark's or Delta's error condition; null where there is none, as in all of Kernel
 * @param cause what it wraps; null when nothing is known below it
 */
public record DeltaError(
        String exceptionClass,
        @Nullable String condition,
        String message,
        @Nullable DeltaError cause) {
    /** An exception alone. */
    public DeltaError(String exceptionClass, @Nullable String condition, String message) {
        this(exceptionClass, condition, message, null);
    }

    /** The same error as the cause of another. */
    public DeltaError within(DeltaError outer) {
        return new DeltaError(outer.exceptionClass, outer.condition, outer.message, this);
    }
}
