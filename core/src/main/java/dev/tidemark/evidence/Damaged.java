package dev.tidemark.evidence;

import java.util.Optional;

/**
 * A value that could not be read whole.
 *
 * @param value what was readable before the damage, if anything
 * @param reason the damage that ended the reading
 */
public record Damaged<T>(Optional<T> value, Damage reason) implements Parsed<T> {
    @Override
    public Optional<Damage> damage() {
        return Optional.of(reason);
    }
}
