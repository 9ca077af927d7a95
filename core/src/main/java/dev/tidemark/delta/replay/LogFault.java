package dev.tidemark.delta.replay;

import dev.tidemark.evidence.Location;

/**
 * Something wrong or odd that reading a log came across, whether or not the reader failed on it.
 *
 * @param what in one sentence without a full stop
 */
public record LogFault(Kind kind, Location at, String what) {
    /** What sort of trouble it is, the worst first. */
    public enum Kind {
        /** A file that the version needs is not there. */
        MISSING_FILE,
        /** A file, or the rest of it, could not be read. */
        UNREADABLE_FILE,
        /** A line could not be read; its actions are lost. */
        UNREADABLE_LINE,
        /** A path is no URI. */
        BAD_PATH,
        /** A line holds what some readers refuse. */
        IRREGULAR_LINE,
        /** {@code _last_checkpoint} cannot be believed. */
        BAD_HINT,
        /** A version checksum that should say protocol and metadata cannot be read. */
        BAD_CHECKSUM,
        /** The table needs a feature that a reader does not have. */
        UNSUPPORTED,
        /** The log on disk may not be all of it. */
        POSSIBLY_INCOMPLETE,
        /** An action that no reader knows. */
        UNKNOWN_ACTION
    }
}
