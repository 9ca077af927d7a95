package dev.tidemark.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one Parquet file, only the columns that are asked for. What was read before a damage has been handed
 * over; the damage is returned. For one thread; several readers over their own bytes may share a {@link ParquetFile}.
 */
public final class ParquetReader {
    private final Location at;
    private final SeekableBytes bytes;
    private final ParquetFile file;

    public ParquetReader(Location at, SeekableBytes bytes, ParquetFile file) {
        this.at = at;
        this.bytes = bytes;
        this.file = file;
    }

    /** Receives rows as columns. */
    public interface ColumnVisitor {
        /**
         * One row. No cursor has been moved to it yet ({@link LeafCursor#moveTo}): a column that is not needed for a row
         * need not be decoded.
         *
         * @param row counted from 0 in the row group
         * @param columns in the order they were asked for
         */
        void row(long row, LeafCursor[] columns) throws IOException;
    }

    /** Receives rows, or one field of them, as values. */
    public interface ValueVisitor<T extends JsonValue> {
        /** @param row counted from 0 in the file */
        void row(long row, T value) throws IOException;
    }

    /** Walks over the rows {@code [fromRow, toRow)} of a row group. */
    public Optional<Damage> scan(int rowGroup, List<SchemaNode> leaves, long fromRow, long toRow, ColumnVisitor each)
            throws IOException {
        try {
            LeafCursor[] columns = new LeafCursor[leaves.size()];
            for (int i = 0; i < columns.length; i++) {
                columns[i] = cursor(rowGroup, leaves.get(i));
            }
            for (long row = fromRow; row < toRow; row++) {
                each.row(row, columns);
            }
            return Optional.empty();
        } catch (MalformedException malformed) {
            return Optional.of(malformed.damage());
        }
    }

    /** Walks over the rows in which one top-level field is not null, in file order. */
    public Optional<Damage> forEachPresent(
            SchemaNode field, Predicate<SchemaNode> isWanted, ValueVisitor<JsonValue> each) throws IOException {
        List<SchemaNode> leaves = wanted(List.of(field), isWanted);
        if (leaves.isEmpty()) {
            return Optional.empty();
        }
        try {
            long before = 0;
            for (int group = 0; group < file.rowGroups().size(); group++) {
                long rows = file.rowGroups().get(group).rowCount();
                forEachPresent(group, field, leaves, rows, before, each);
                before += rows;
            }
            return Optional.empty();
        } catch (MalformedException malformed) {
            return Optional.of(malformed.damage());
        }
    }

    private void forEachPresent(
            int group, SchemaNode field, List<SchemaNode> leaves, long rows, long before, ValueVisitor<JsonValue> each)
            throws IOException {
        SchemaNode probe = leaves.stream()
                .filter(leaf -> leaf.levels().repetition() == 0)
                .findFirst()
                .orElse(leaves.get(0));
        LeafCursor presence = cursor(group, probe);
        LeafCursor @Nullable [] columns = null;
        while (presence.moveToDefined(field.levels().definition(), rows)) {
            long row = presence.row();
            if (columns == null) {
                columns = cursors(group, leaves);
            }
            for (SchemaNode leaf : leaves) {
                columns[leaf.column().index()].moveTo(row);
            }
            each.row(before + row, new RowAssembler(columns).field(field));
        }
    }

    /** Walks over all rows as objects of the wanted columns, in file order. */
    public Optional<Damage> forEachRow(Predicate<SchemaNode> isWanted, ValueVisitor<JsonObject> each)
            throws IOException {
        List<SchemaNode> fields = file.schema().children().stream()
                .filter(field -> !wanted(List.of(field), isWanted).isEmpty())
                .toList();
        List<SchemaNode> leaves = wanted(fields, isWanted);
        try {
            long before = 0;
            for (int group = 0; group < file.rowGroups().size(); group++) {
                long rows = file.rowGroups().get(group).rowCount();
                LeafCursor[] columns = cursors(group, leaves);
                RowAssembler assembler = new RowAssembler(columns);
                for (long row = 0; row < rows; row++) {
                    for (SchemaNode leaf : leaves) {
                        columns[leaf.column().index()].moveTo(row);
                    }
                    JsonObject.Builder object = JsonObject.builder();
                    for (SchemaNode field : fields) {
                        object.put(field.name(), assembler.field(field));
                    }
                    each.row(before + row, object.build());
                }
                before += rows;
            }
            return Optional.empty();
        } catch (MalformedException malformed) {
            return Optional.of(malformed.damage());
        }
    }

    /** Puts a field of one row together inside a {@link ColumnVisitor}, from the visited columns at or below it. */
    public static JsonValue assemble(SchemaNode field, long row, LeafCursor[] visited) throws IOException {
        List<LeafCursor> below = new ArrayList<>();
        int last = -1;
        for (LeafCursor column : visited) {
            String path = column.node().path();
            if (path.equals(field.path()) || path.startsWith(field.path() + ".")) {
                column.moveTo(row);
                below.add(column);
                last = Math.max(last, column.node().column().index());
            }
        }
        if (below.isEmpty()) {
            return JsonNull.NULL;
        }
        LeafCursor[] columns = new LeafCursor[last + 1];
        below.forEach(column -> columns[column.node().column().index()] = column);
        return new RowAssembler(columns).field(field);
    }

    private static List<SchemaNode> wanted(List<SchemaNode> fields, Predicate<SchemaNode> isWanted) {
        List<SchemaNode> leaves = new ArrayList<>();
        for (SchemaNode field : fields) {
            addWanted(field, isWanted, leaves);
        }
        return leaves;
    }

    private static void addWanted(SchemaNode node, Predicate<SchemaNode> isWanted, List<SchemaNode> leaves) {
        if (!isWanted.test(node)) {
            return;
        }
        if (node.isLeaf()) {
            leaves.add(node);
        }
        node.children().forEach(child -> addWanted(child, isWanted, leaves));
    }

    private LeafCursor[] cursors(int group, List<SchemaNode> leaves) {
        int count = file.rowGroups().get(group).chunks().size();
        LeafCursor[] columns = new LeafCursor[count];
        for (SchemaNode leaf : leaves) {
            columns[leaf.column().index()] = cursor(group, leaf);
        }
        return columns;
    }

    private LeafCursor cursor(int group, SchemaNode leaf) {
        RowGroup.ColumnChunk chunk =
                file.rowGroups().get(group).chunks().get(leaf.column().index());
        return new LeafCursor(leaf, new PageReader(at, bytes, leaf, chunk));
    }
}
