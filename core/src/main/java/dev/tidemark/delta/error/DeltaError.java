package dev.tidemark.delta.error;

import org.jspecify.annotations.Nullable;

/**
 * What a reader throws, as data.
 *
 * @param exceptionClass fully qualified class of the outermost exception
 * @param condition Spark's or Delta's error condition; null where there is none, as in all of Kernel
 */
public record DeltaError(String exceptionClass, @Nullable String condition, String message) {}
