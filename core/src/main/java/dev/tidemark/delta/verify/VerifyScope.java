package dev.tidemark.delta.verify;

/**
 * How far a verification goes beyond the log.
 *
 * @param dataFiles whether every live data file is looked for
 * @param orphans whether files that no version needs are looked for
 */
public record VerifyScope(boolean dataFiles, boolean orphans) {
    /** The log and its deletion vectors alone. */
    public static final VerifyScope LOG = new VerifyScope(false, false);

    /** All there is. */
    public static final VerifyScope ALL = new VerifyScope(true, true);
}
