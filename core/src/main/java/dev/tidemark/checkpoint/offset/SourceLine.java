package dev.tidemark.checkpoint.offset;

import dev.tidemark.evidence.Location;

/**
 * One source's end offset in an offset file, as the source spelled it. The offset log itself never looks inside.
 *
 * @param at the line
 * @param sourceId the source's position, or its name in an offset map
 * @param text the offset's JSON, or {@code -}
 */
public record SourceLine(Location at, String sourceId, String text) {
    /** How the log spells "no offset yet". */
    public static final String VOID = "-";

    /** Whether the source had no offset yet. */
    public boolean isVoid() {
        return text.equals(VOID);
    }
}
