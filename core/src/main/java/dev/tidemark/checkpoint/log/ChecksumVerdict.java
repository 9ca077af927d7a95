package dev.tidemark.checkpoint.log;

/** What a checksum file says about the file it covers. */
public enum ChecksumVerdict {
    /** There is none. */
    ABSENT,
    MATCHES,
    /** The covered bytes are not those the checksums were taken of. */
    DIFFERS,
    /** The checksum file itself is no checksum file; Hadoop then reads without checking. */
    NO_CHECKSUMS,
    /** The storage did not hand out one of the two. */
    UNREADABLE
}
