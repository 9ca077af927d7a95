package dev.tidemark.source.file;

/**
 * A file that the file source has taken.
 *
 * @param path URL-encoded, as the log spells it
 * @param modifiedAtMs the file's modification time in epoch milliseconds
 * @param batchId the entry of the source's own log that took it
 */
public record FileSourceEntry(String path, long modifiedAtMs, long batchId) {}
