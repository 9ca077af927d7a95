package dev.tidemark.sink.file;

/**
 * A file that the file sink wrote, or, before Spark 3.0, took back.
 *
 * @param path URL-encoded, as the log spells it
 * @param modifiedAtMs in epoch milliseconds
 * @param action {@link #ADD} or {@link #DELETE}
 */
public record FileSinkEntry(
        String path,
        long sizeBytes,
        boolean isDirectory,
        long modifiedAtMs,
        long blockReplication,
        long blockSizeBytes,
        String action) {
    /** The file belongs to the output. */
    public static final String ADD = "add";

    /** The file does not belong to the output any more; up to Spark 2.4 a compaction drops it. */
    public static final String DELETE = "delete";
}
