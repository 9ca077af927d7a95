package dev.tidemark.evidence;

import java.util.Optional;
import java.util.function.Function;

/**
 * What a parser made of some bytes: the whole value, or a damage with whatever could be read before it.
 *
 * @param <T> the value the format describes
 */
public sealed interface Parsed<T> permits Intact, Damaged {
    /** The value: whole when intact, as far as it was readable when damaged, empty when nothing was. */
    Optional<T> value();

    /** What is wrong, or empty when intact. */
    Optional<Damage> damage();

    /** An intact value. */
    static <T> Parsed<T> intact(T value) {
        return new Intact<>(value);
    }

    /** A damage with nothing readable before it. */
    static <T> Parsed<T> damaged(Damage damage) {
        return new Damaged<>(Optional.empty(), damage);
    }

    /** A damage with what was readable before it. */
    static <T> Parsed<T> damaged(T readable, Damage damage) {
        return new Damaged<>(Optional.of(readable), damage);
    }

    /** Whether there is no damage. */
    default boolean isIntact() {
        return damage().isEmpty();
    }

    /** The same verdict over a value derived from this one. */
    default <R> Parsed<R> map(Function<? super T, ? extends R> derive) {
        Optional<R> derived = value().map(derive);
        return damage().<Parsed<R>>map(damage -> new Damaged<>(derived, damage))
                .orElseGet(() -> new Intact<>(derived.orElseThrow()));
    }
}
