package dev.tidemark.source.file;

/**
 * A file that the file source has taken.
 *
 * @param path URL-encoded, as the log spells it
 * @param modifiedAtMs the file's modification time in epoch milliseconds
 * @param batchId the entry of the source's own log that took it, or {@link #NOT_SET}
 */
public record FileSourceEntry(String path, long modifiedAtMs, long batchId) {
    /** Stands for "the log does not say", as in logs of Spark 2.0. */
    public static final long NOT_SET = -1;
}
