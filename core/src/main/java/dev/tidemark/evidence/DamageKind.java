package dev.tidemark.evidence;

/** In which way evidence is damaged. */
public enum DamageKind {
    /** The file exists and has no bytes. */
    EMPTY,
    /** The file ends inside a value. */
    TRUNCATED,
    /** The bytes are not what the format says. */
    MALFORMED,
    /** The format names a version that no known reader has. */
    UNSUPPORTED_VERSION,
    /** A checksum and the bytes it covers disagree. */
    CHECKSUM_MISMATCH,
    /** Larger than a file of this kind may be; not read. */
    TOO_LARGE,
    /** Something that must be there is not. */
    MISSING,
    /** The storage refused to hand out the bytes. */
    UNREADABLE
}
