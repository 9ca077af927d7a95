package dev.tidemark.format.parquet;

import java.util.List;

/**
 * A range of rows that is stored column by column.
 *
 * @param chunks one for each column of the schema, in schema order
 */
public record RowGroup(long rowCount, List<ColumnChunk> chunks) {
    public RowGroup {
        chunks = List.copyOf(chunks);
    }

    /**
     * The stored values of one column.
     *
     * @param codec the format's compression code
     * @param valueCount nulls and empty lists included
     * @param startOffset the first page, a dictionary or not
     */
    public record ColumnChunk(
            int codec, long valueCount, long startOffset, long compressedSizeBytes, ColumnStatistics statistics) {}
}
