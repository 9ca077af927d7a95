package dev.tidemark.evidence;

/**
 * One thing wrong with evidence: where it is, what the format wants there and what stands there instead.
 *
 * @param expected what should be there, in words that fit "expected ..."
 * @param found what is there, in words that fit "found ..."
 */
public record Damage(Location at, DamageKind kind, String expected, String found) {
    /** {@code where: expected X, found Y}. */
    public String message() {
        return at + ": expected " + expected + ", found " + found;
    }
}
