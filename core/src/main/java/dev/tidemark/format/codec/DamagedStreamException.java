package dev.tidemark.format.codec;

import java.io.IOException;

import dev.tidemark.evidence.Damage;

/**
 * The bytes of a stream are wrong. An {@link IOException} only because streams know no other; the reader of the format
 * inside turns it back into the {@link Damage} it carries.
 */
public final class DamagedStreamException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Damage damage;

    public DamagedStreamException(Damage damage) {
        super(damage.message());
        this.damage = damage;
    }

    /** What is wrong and where in the compressed file. */
    public Damage damage() {
        return damage;
    }
}
