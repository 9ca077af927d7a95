package dev.tidemark.checkpoint.log;

import java.util.regex.Matcher;

/**
 * What a name in a log directory is. Authority: Spark 4.2 HDFSMetadataLog.isBatchFile and batchIdToPath,
 * CompactibleFileStreamLog, CheckpointFileManager.generateTempPath, ChecksumCheckpointFileManager; Hadoop
 * ChecksumFileSystem.
 */
public sealed interface EntryName {
    /** The name itself. */
    String name();

    /** {@code 7}: the file Spark opens for batch 7. */
    record Batch(String name, long batchId) implements EntryName {}

    /** {@code 9.compact}: in a compactible log, the file Spark opens for batch 9. */
    record Compact(String name, long batchId) implements EntryName {}

    /**
     * {@code +5}, {@code 007}, {@code -0}: counts as a batch, and Spark then opens another name for it, the batch id as it
     * prints it.
     */
    record Misnamed(String name, long batchId) implements EntryName {}

    /** {@code .7.<uuid>.tmp} or {@code .7.<uuid>.TID12.tmp}: written and never renamed; Spark ignores it for ever. */
    record Temporary(String name, String target) implements EntryName {}

    /** {@code .7.crc}: Hadoop's checksums of {@code 7} on a local disk. */
    record HadoopChecksum(String name, String covered) implements EntryName {}

    /** {@code 7.crc}: Spark's own checksum of {@code 7}, as its checkpoint file manager has written since 4.1. */
    record SparkChecksum(String name, String covered) implements EntryName {}

    /** Anything else; Spark ignores it. */
    record Foreign(String name) implements EntryName {}

    /** Which names a log gives a meaning. */
    enum Kind {
        /** offsets, commits, and the initial offsets of a source. */
        PLAIN,
        /** The file source's log and the file sink's: every so many batches one file holds all before it. */
        COMPACTIBLE
    }

    /** Reads a name. */
    static EntryName of(String name, Kind kind) {
        if (kind == Kind.COMPACTIBLE && name.endsWith(Patterns.COMPACT)) {
            EntryName base = batch(name.substring(0, name.length() - Patterns.COMPACT.length()));
            if (base instanceof Batch batch) {
                return new Compact(name, batch.batchId());
            } else if (base instanceof Misnamed misnamed) {
                return new Misnamed(name, misnamed.batchId());
            }
        }
        EntryName batch = batch(name);
        return batch instanceof Foreign ? auxiliary(name) : batch;
    }

    private static EntryName batch(String name) {
        try {
            long batchId = Long.parseLong(name);
            return Long.toString(batchId).equals(name) ? new Batch(name, batchId) : new Misnamed(name, batchId);
        } catch (NumberFormatException notNumeric) {
            return new Foreign(name);
        }
    }

    private static EntryName auxiliary(String name) {
        if (name.endsWith(Patterns.CRC)) {
            String covered = name.substring(0, name.length() - Patterns.CRC.length());
            if (covered.isEmpty() || covered.equals(".")) {
                return new Foreign(name);
            }
            return covered.startsWith(".")
                    ? new HadoopChecksum(name, covered.substring(1))
                    : new SparkChecksum(name, covered);
        }
        Matcher temporary = Patterns.TEMPORARY.matcher(name);
        return temporary.matches() ? new Temporary(name, temporary.group(1)) : new Foreign(name);
    }
}
