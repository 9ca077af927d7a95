package dev.tidemark.delta.action;

import org.jspecify.annotations.Nullable;

/**
 * {@code add}: a data file becomes part of the table.
 *
 * @param path as the log spells it
 * @param sizeBytes 0 when the line has none
 * @param modificationTimeMs epoch milliseconds; 0 when the line has none
 * @param dataChange false when the line has none
 * @param detail {@link FileDetail#NONE} unless it was asked for
 */
public record Add(
        String path,
        PartitionValues partitionValues,
        long sizeBytes,
        long modificationTimeMs,
        boolean dataChange,
        @Nullable DeletionVectorDescriptor deletionVector,
        FileDetail detail)
        implements FileAction {
    @Override
    public String name() {
        return "add";
    }
}
