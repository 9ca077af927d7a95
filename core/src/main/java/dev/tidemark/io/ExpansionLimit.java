package dev.tidemark.io;

/**
 * Where an archive stops being believed: small files of a checkpoint may compress a hundredfold in a tar, a bomb does a
 * thousandfold. Archives that stay below a gigabyte are never suspected.
 */
final class ExpansionLimit {
    static final long UNSUSPECTED_BYTES = 1L << 30;
    static final long MOST_TIMES = 250;

    private final String archive;
    private final long packedBytes;
    private long unpackedBytes;

    ExpansionLimit(String archive, long packedBytes) {
        this.archive = archive;
        this.packedBytes = packedBytes;
    }

    /** Counts bytes that came out, or would. */
    void add(long bytes) throws UnreadableArchiveException {
        unpackedBytes += bytes;
        if (unpackedBytes > UNSUSPECTED_BYTES && unpackedBytes / MOST_TIMES > packedBytes) {
            throw new UnreadableArchiveException(
                    archive, "it would unpack to more than " + MOST_TIMES + " times its size");
        }
    }
}
