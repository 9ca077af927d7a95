package dev.tidemark.diagnosis.exhibit;

import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * A piece of evidence, or why it is not at hand. What is not at hand is told as not checked and never passes for fine.
 *
 * @param value null when it is not at hand
 * @param whyNot a clause; empty when it is at hand, or when there is nothing of the kind to be checked
 */
public record Exhibit<T>(@Nullable T value, String whyNot) {
    /** A piece that is at hand. */
    public static <T> Exhibit<T> of(T value) {
        return new Exhibit<>(value, "");
    }

    /** A piece that there should be and that could not be looked at. */
    public static <T> Exhibit<T> notAtHand(String why) {
        return new Exhibit<>(null, why);
    }

    /** There is nothing of the kind. */
    public static <T> Exhibit<T> none() {
        return new Exhibit<>(null, "");
    }

    /** The piece, when it is at hand. */
    public Optional<T> found() {
        return Optional.ofNullable(value);
    }

    /** A part of it. */
    public <R> Optional<R> map(Function<T, R> part) {
        return found().map(part);
    }
}
