package dev.tidemark.evidence;

import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with evidence: where it is, what the format wants there and what stands there instead.
 *
 * @param expected what should be there, in words that fit "expected ..."
 * @param found what is there, in words that fit "found ..."
 * @param cause what the format's own reader trips over, where the kind alone does not tell
 */
public record Damage(
        Location at,
        DamageKind kind,
        String expected,
        String found,
        @Nullable DamageCause cause) {
    public Damage(Location at, DamageKind kind, String expected, String found) {
        this(at, kind, expected, found, null);
    }

    /** The same damage with the reader's own view of it. */
    public Damage because(DamageCause newCause) {
        return new Damage(at, kind, expected, found, newCause);
    }

    /** {@code where: expected X, found Y}. */
    public String message() {
        return at + ": expected " + expected + ", found " + found;
    }
}
