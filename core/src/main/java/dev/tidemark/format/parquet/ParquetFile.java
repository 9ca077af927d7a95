package dev.tidemark.format.parquet;

import java.util.List;
import java.util.Map;

/**
 * A Parquet file's footer.
 *
 * @param schema the root; its children are the top-level columns
 * @param rowCount as the footer says, and as the row groups sum up to
 * @param properties the writer's key-value metadata
 * @param createdBy the writer's name, or empty
 */
public record ParquetFile(
        SchemaNode schema, long rowCount, List<RowGroup> rowGroups, Map<String, String> properties, String createdBy) {
    public ParquetFile {
        rowGroups = List.copyOf(rowGroups);
        properties = Map.copyOf(properties);
    }
}
