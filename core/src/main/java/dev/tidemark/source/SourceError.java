package dev.tidemark.source;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An exception as a source throws it.
 *
 * @param causes the chain, outermost first
 */
public record SourceError(List<Cause> causes) {
    /**
     * One exception of a chain.
     *
     * @param className fully qualified
     * @param condition the error condition; null for an exception without one
     * @param sqlState null when the exception has none
     */
    public record Cause(
            String className,
            @Nullable String condition,
            @Nullable String sqlState,
            String message) {}

    public SourceError {
        causes = List.copyOf(causes);
    }

    /** An exception alone, of a class without error conditions. */
    public static SourceError plain(String className, String message) {
        return new SourceError(List.of(new Cause(className, null, null, message)));
    }

    /** An exception with an error condition; its message starts with the condition in brackets. */
    public static SourceError conditioned(
            String className, String condition, @Nullable String sqlState, String message) {
        return new SourceError(List.of(new Cause(className, condition, sqlState, "[" + condition + "] " + message)));
    }

    /** This exception as the cause of another. */
    public SourceError within(SourceError outer) {
        List<Cause> chain = new ArrayList<>(outer.causes());
        chain.addAll(causes);
        return new SourceError(chain);
    }

    /** The outermost exception. */
    public Cause outermost() {
        return causes.get(0);
    }
}
