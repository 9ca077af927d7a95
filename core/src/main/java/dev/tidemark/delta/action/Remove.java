package dev.tidemark.delta.action;

import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * {@code remove}: a data file is no longer part of the table; a tombstone until it expires.
 *
 * @param path as the log spells it
 * @param deletionTimestampMs epoch milliseconds; null when the line has none, which Delta reads as 0
 * @param dataChange true when the line has none
 * @param former what the file was, when the remove says it
 * @param detail {@link FileDetail#NONE} unless it was asked for
 */
public record Remove(
        String path,
        @Nullable Long deletionTimestampMs,
        boolean dataChange,
        @Nullable DeletionVectorDescriptor deletionVector,
        Former former,
        FileDetail detail)
        implements FileAction {
    /**
     * What a remove may say about the file it removes.
     *
     * @param extendedFileMetadata whether the two others are to be trusted
     * @param partitionValues null when absent
     * @param sizeBytes null when absent
     */
    public record Former(
            @Nullable Boolean extendedFileMetadata,
            @Nullable PartitionValues partitionValues,
            @Nullable Long sizeBytes) {
        /** A remove that says nothing about its file, or was not asked. */
        public static final Former NONE = new Former(null, null, null);
    }

    @Override
    public String name() {
        return "remove";
    }

    /** When the file was deleted as retention counts it: 0 when the line does not say. */
    public long deletedAtMs() {
        return deletionTimestampMs == null ? 0 : deletionTimestampMs;
    }

    /** The size of the removed file, when the remove says it. */
    public OptionalLong formerSizeBytes() {
        return former.sizeBytes() == null ? OptionalLong.empty() : OptionalLong.of(former.sizeBytes());
    }
}
