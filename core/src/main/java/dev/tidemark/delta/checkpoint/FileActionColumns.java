package dev.tidemark.delta.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.FileDetail;
import dev.tidemark.delta.action.PartitionValues;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.RowCount;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.parquet.LeafCursor;
import dev.tidemark.format.parquet.LogicalType;
import dev.tidemark.format.parquet.ParquetFile;
import dev.tidemark.format.parquet.ParquetReader;
import dev.tidemark.format.parquet.PhysicalType;
import dev.tidemark.format.parquet.SchemaNode;
import org.jspecify.annotations.Nullable;

/**
 * The columns of {@code add} and {@code remove} in one checkpoint file, and the actions they spell row by row. Only
 * columns that are asked for are read; a column that the file lacks is null. For one thread.
 */
final class FileActionColumns {
    private static final int MOST_SHARED_PARTITIONS = 10_000;
    private static final int SHARED_COUNTS = 1 << 14;

    private final Location at;
    private final ActionDetail detail;
    private final List<SchemaNode> leaves = new ArrayList<>();
    private final Map<Map<String, @Nullable String>, PartitionValues> sharedPartitions = new HashMap<>();

    private final Columns add;
    private final Columns remove;
    private final long[] sharedRows;
    private final @Nullable FileDetail[] sharedCounts;
    private LeafCursor[] cursors = {};
    private long row;

    /** Where each field of an action stands among {@link #leaves}; -1 for a field that is not read. */
    private static final class Columns {
        int path = -1;
        int size = -1;
        int time = -1;
        int dataChange = -1;
        int partitionKey = -1;
        int partitionValue = -1;
        int vectorType = -1;
        int vectorPath = -1;
        int vectorOffset = -1;
        int vectorSize = -1;
        int vectorCardinality = -1;
        int stats = -1;
        int tagKey = -1;
        int tagValue = -1;
        int baseRowId = -1;
        int rowCommitVersion = -1;
        int clusteringProvider = -1;
        int extendedMetadata = -1;

        @Nullable
        SchemaNode parsedStats;
    }

    /** @throws MalformedException when a column has a type that no writer of Delta gives it */
    FileActionColumns(Location at, ParquetFile file, ActionDetail detail) {
        this.at = at;
        this.detail = detail;
        int counts = detail == ActionDetail.COUNTED ? SHARED_COUNTS : 0;
        this.sharedRows = new long[counts];
        this.sharedCounts = new @Nullable FileDetail[counts];
        this.add = columns(file, "add");
        this.remove = columns(file, "remove");
    }

    /** The columns to scan, in order. */
    List<SchemaNode> leaves() {
        return leaves;
    }

    /** The file action of a row, or null when it has none. */
    @Nullable
    FileAction at(long wantedRow, LeafCursor[] columns) throws IOException {
        this.cursors = columns;
        this.row = wantedRow;
        if (has(add.path)) {
            return readAdd();
        }
        return has(remove.path) ? readRemove() : null;
    }

    private Add readAdd() throws IOException {
        return new Add(
                text(add.path),
                partitionValues(add),
                number(add.size),
                number(add.time),
                number(add.dataChange) != 0,
                vector(add),
                detail.isEverything() ? detail(add) : detail.hasRowCounts() ? counted() : FileDetail.NONE);
    }

    /** Many files of a table have as many rows as others: one detail stands for all of them. */
    private FileDetail counted() throws IOException {
        if (!has(add.stats)) {
            return FileDetail.ofRowCount(stats(add));
        }
        LeafCursor cursor = cursors[add.stats];
        long rows = RowCount.leading(cursor.bytes(), cursor.start(), cursor.length());
        if (rows < 0) {
            return FileDetail.ofRowCount(cursor.text());
        }
        int slot = (int) (rows & (SHARED_COUNTS - 1));
        FileDetail shared = sharedCounts[slot];
        if (shared == null || sharedRows[slot] != rows) {
            shared = FileDetail.ofRowCount(RowCount.text(rows));
            sharedRows[slot] = rows;
            sharedCounts[slot] = shared;
        }
        return shared;
    }

    private Remove readRemove() throws IOException {
        Remove.Former former = Remove.Former.NONE;
        if (detail.isEverything()) {
            Boolean extended = has(remove.extendedMetadata) ? number(remove.extendedMetadata) != 0 : null;
            former = new Remove.Former(extended, partitionValues(remove), numberOrNull(remove.size));
        }
        return new Remove(
                text(remove.path),
                numberOrNull(remove.time),
                !has(remove.dataChange) || number(remove.dataChange) != 0,
                vector(remove),
                former,
                detail.isEverything() ? detail(remove) : FileDetail.NONE);
    }

    private FileDetail detail(Columns columns) throws IOException {
        return new FileDetail(
                stats(columns),
                texts(columns.tagKey, columns.tagValue),
                numberOrNull(columns.baseRowId),
                numberOrNull(columns.rowCommitVersion),
                textOrNull(columns.clusteringProvider));
    }

    /** Delta 4.2: a checkpoint without stats has them rebuilt from stats_parsed, whose nulls to_json leaves out. */
    private @Nullable String stats(Columns columns) throws IOException {
        String stats = textOrNull(columns.stats);
        if (stats != null || columns.parsedStats == null) {
            return stats;
        }
        JsonValue parsed = ParquetReader.assemble(columns.parsedStats, row, cursors);
        return parsed == JsonNull.NULL ? null : withoutNulls(parsed).toString();
    }

    private static JsonValue withoutNulls(JsonValue value) {
        if (value instanceof JsonObject object) {
            JsonObject.Builder kept = JsonObject.builder();
            for (JsonObject.Member member : object.members()) {
                if (member.value() != JsonNull.NULL) {
                    kept.put(member.name(), withoutNulls(member.value()));
                }
            }
            return kept.build();
        }
        return value instanceof JsonArray array ? JsonArray.of(array.items(), FileActionColumns::withoutNulls) : value;
    }

    private @Nullable DeletionVectorDescriptor vector(Columns columns) throws IOException {
        if (!has(columns.vectorType)) {
            return null;
        }
        return new DeletionVectorDescriptor(
                text(columns.vectorType),
                has(columns.vectorPath) ? text(columns.vectorPath) : "",
                has(columns.vectorOffset) ? (Integer) (int) number(columns.vectorOffset) : null,
                (int) number(columns.vectorSize),
                number(columns.vectorCardinality));
    }

    private PartitionValues partitionValues(Columns columns) throws IOException {
        if (columns.partitionKey < 0) {
            return PartitionValues.NONE;
        }
        Map<String, @Nullable String> values = texts(columns.partitionKey, columns.partitionValue);
        if (values.isEmpty()) {
            return PartitionValues.NONE;
        }
        if (sharedPartitions.size() >= MOST_SHARED_PARTITIONS) {
            sharedPartitions.clear();
        }
        return sharedPartitions.computeIfAbsent(values, PartitionValues::new);
    }

    private Map<String, @Nullable String> texts(int keyColumn, int valueColumn) throws IOException {
        if (keyColumn < 0) {
            return Map.of();
        }
        LeafCursor key = cursors[keyColumn];
        key.moveTo(row);
        if (!key.isPresent()) {
            return Map.of();
        }
        LeafCursor value = valueColumn < 0 ? null : cursors[valueColumn];
        if (value != null) {
            value.moveTo(row);
        }
        Map<String, @Nullable String> texts = new LinkedHashMap<>();
        do {
            texts.put(key.text(), value != null && value.isPresent() ? value.text() : null);
            if (value != null) {
                value.advance();
            }
        } while (key.advance() && key.row() == row);
        return texts;
    }

    private boolean has(int column) throws IOException {
        if (column < 0) {
            return false;
        }
        LeafCursor cursor = cursors[column];
        cursor.moveTo(row);
        return cursor.isPresent();
    }

    private String text(int column) {
        return cursors[column].text();
    }

    private @Nullable String textOrNull(int column) throws IOException {
        return has(column) ? text(column) : null;
    }

    private long number(int column) throws IOException {
        return has(column) ? cursors[column].number() : 0;
    }

    private @Nullable Long numberOrNull(int column) throws IOException {
        return has(column) ? (Long) cursors[column].number() : null;
    }

    // ---- which columns

    private Columns columns(ParquetFile file, String action) {
        Columns columns = new Columns();
        SchemaNode group = file.schema().find(action).orElse(null);
        if (group == null) {
            return columns;
        }
        boolean isAdd = action.equals("add");
        columns.path = text(group, "path");
        if (columns.path < 0) {
            return columns;
        }
        columns.time = number(group, isAdd ? "modificationTime" : "deletionTimestamp");
        columns.dataChange = number(group, "dataChange");
        SchemaNode vector = group.find("deletionVector").orElse(null);
        if (vector != null) {
            columns.vectorType = text(vector, "storageType");
            columns.vectorPath = text(vector, "pathOrInlineDv");
            columns.vectorOffset = number(vector, "offset");
            columns.vectorSize = number(vector, "sizeInBytes");
            columns.vectorCardinality = number(vector, "cardinality");
        }
        if (isAdd || detail.isEverything()) {
            columns.size = number(group, "size");
        }
        if (isAdd ? detail.hasPartitionValues() : detail.isEverything()) {
            int[] entries = map(group, "partitionValues");
            columns.partitionKey = entries[0];
            columns.partitionValue = entries[1];
        }
        if (detail.isEverything()) {
            addDetail(group, columns);
        } else if (isAdd && detail.hasRowCounts()) {
            addStatistics(group, columns);
        }
        return columns;
    }

    private void addDetail(SchemaNode group, Columns columns) {
        int[] tags = map(group, "tags");
        columns.tagKey = tags[0];
        columns.tagValue = tags[1];
        addStatistics(group, columns);
        columns.baseRowId = number(group, "baseRowId");
        columns.rowCommitVersion = number(group, "defaultRowCommitVersion");
        columns.clusteringProvider = text(group, "clusteringProvider");
        columns.extendedMetadata = number(group, "extendedFileMetadata");
    }

    private void addStatistics(SchemaNode group, Columns columns) {
        columns.stats = text(group, "stats");
        SchemaNode parsed = group.find("stats_parsed").orElse(null);
        if (parsed != null && !parsed.isLeaf()) {
            columns.parsedStats = parsed;
            parsed.forEachLeaf(leaves::add);
        }
    }

    private int text(SchemaNode group, String name) {
        return leaf(group, name, PhysicalType.BYTE_ARRAY);
    }

    private int number(SchemaNode group, String name) {
        return leaf(group, name, PhysicalType.INT64);
    }

    /** The index of a column among those read, or -1 when the file has none of that name. */
    private int leaf(SchemaNode group, String name, PhysicalType wanted) {
        SchemaNode node = group.find(name).orElse(null);
        if (node == null) {
            return -1;
        }
        SchemaNode.Leaf leaf = node.leaf();
        boolean fits = leaf != null
                && node.levels().repetition() == group.levels().repetition()
                && (wanted == PhysicalType.BYTE_ARRAY
                        ? leaf.physicalType() == PhysicalType.BYTE_ARRAY
                        : leaf.physicalType() == PhysicalType.INT64
                                || leaf.physicalType() == PhysicalType.INT32
                                || leaf.physicalType() == PhysicalType.BOOLEAN);
        if (!fits) {
            throw malformed(node, wanted == PhysicalType.BYTE_ARRAY ? "text" : "a whole number or a truth value");
        }
        leaves.add(node);
        return leaves.size() - 1;
    }

    private int[] map(SchemaNode group, String name) {
        SchemaNode node = group.find(name).orElse(null);
        if (node == null) {
            return new int[] {-1, -1};
        }
        boolean isMap = node.logicalType().kind() == LogicalType.Kind.MAP
                && node.children().size() == 1
                && node.children().get(0).children().size() == 2;
        if (!isMap) {
            throw malformed(node, "a map of texts");
        }
        SchemaNode entries = node.children().get(0);
        String key = entries.children().get(0).name();
        String value = entries.children().get(1).name();
        return new int[] {text(entries, key), text(entries, value)};
    }

    private MalformedException malformed(SchemaNode node, String expected) {
        SchemaNode.Leaf leaf = node.leaf();
        String found = leaf == null ? "a group" : leaf.physicalType().toString();
        return new MalformedException(at, DamageKind.MALFORMED, node.path() + " as " + expected, found);
    }
}
