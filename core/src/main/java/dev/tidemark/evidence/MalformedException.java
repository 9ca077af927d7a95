package dev.tidemark.evidence;

/**
 * Flies inside one parser from where bytes stop making sense to the parser's public method, which turns it into
 * {@link Damaged}. Never crosses a parser's boundary.
 */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Damage damage;

    public MalformedException(Damage damage) {
        super(damage.message(), null, false, false);
        this.damage = damage;
    }

    public MalformedException(Location at, DamageKind kind, String expected, String found) {
        this(new Damage(at, kind, expected, found));
    }

    public Damage damage() {
        return damage;
    }
}
