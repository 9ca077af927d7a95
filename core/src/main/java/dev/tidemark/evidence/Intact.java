package dev.tidemark.evidence;

import java.util.Optional;

/** A value read whole. */
public record Intact<T>(T whole) implements Parsed<T> {
    @Override
    public Optional<T> value() {
        return Optional.of(whole);
    }

    @Override
    public Optional<Damage> damage() {
        return Optional.empty();
    }
}
