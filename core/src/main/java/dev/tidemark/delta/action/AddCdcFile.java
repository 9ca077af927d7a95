package dev.tidemark.delta.action;

/**
 * {@code cdc}: a file of row changes, read only by the change data feed.
 *
 * @param path as the log spells it
 * @param sizeBytes 0 when the line has none
 */
public record AddCdcFile(String path, PartitionValues partitionValues, long sizeBytes, FileDetail detail)
        implements FileAction {
    @Override
    public String name() {
        return "cdc";
    }
}
