package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An exception as Spark throws it.
 *
 * @param causes the chain, outermost first
 */
public record SparkError(List<Cause> causes) {
    /**
     * One exception of a chain.
     *
     * @param className fully qualified
     * @param condition Spark's error condition; null for an exception without one
     * @param sqlState null when the exception has none
     */
    public record Cause(
            String className,
            @Nullable String condition,
            @Nullable String sqlState,
            String message) {
        /** The class without its package. */
        public String simpleName() {
            return className.substring(className.lastIndexOf('.') + 1);
        }
    }

    public SparkError {
        if (causes.isEmpty()) {
            throw new IllegalArgumentException("an error without a cause");
        }
        causes = List.copyOf(causes);
    }

    /** An exception alone, of a class that has no error condition. */
    static SparkError plain(String className, String message) {
        return new SparkError(List.of(new Cause(className, null, null, message)));
    }

    /** This exception thrown anew as another one with this one as its cause. */
    SparkError within(Cause outer) {
        List<Cause> chain = new ArrayList<>();
        chain.add(outer);
        chain.addAll(causes);
        return new SparkError(chain);
    }

    /** This exception with another one as its cause. */
    SparkError causing(SparkError cause) {
        List<Cause> chain = new ArrayList<>(causes);
        chain.addAll(cause.causes());
        return new SparkError(chain);
    }

    /** The exception that tells most: the outermost that is not the query's own wrapper. */
    public Cause telling() {
        for (Cause cause : causes) {
            if (!"STREAM_FAILED".equals(cause.condition())) {
                return cause;
            }
        }
        return causes.get(0);
    }
}
