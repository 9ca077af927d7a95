package dev.tidemark.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Puts one field of a row together from the entries of its columns: structs, lists (three levels, and the two-level
 * layouts of old writers), maps (objects when their keys are text, else arrays of pairs), and fields that repeat without
 * either annotation. Every entry read moves its column, so damaged levels end at the end of the data.
 */
final class RowAssembler {
    private static final int MAX_VALUES_PER_ROW = 4_000_000;

    /** Cursors by column; only those of the fields read are there. */
    private final @Nullable LeafCursor[] cursors;

    private int valuesInRow;

    RowAssembler(@Nullable LeafCursor[] cursors) {
        this.cursors = cursors;
    }

    /** The field's value in the row on which its cursors stand. */
    JsonValue field(SchemaNode node) throws IOException {
        valuesInRow = 0;
        return value(node);
    }

    private JsonValue value(SchemaNode node) throws IOException {
        if (node.repetition() == Repetition.REPEATED) {
            return repeated(node, node);
        }
        return single(node);
    }

    private JsonValue single(SchemaNode node) throws IOException {
        if (node.isLeaf()) {
            LeafCursor cursor = cursor(node);
            JsonValue value = ColumnValues.at(cursor);
            pass(cursor);
            return value;
        }
        LeafCursor first = firstCursor(node);
        if (node.repetition() == Repetition.OPTIONAL
                && first.definition() < node.levels().definition()) {
            passAll(node);
            return JsonNull.NULL;
        }
        SchemaNode only = node.children().size() == 1 ? node.children().get(0) : null;
        if (only != null && only.repetition() == Repetition.REPEATED) {
            if (node.logicalType().kind() == LogicalType.Kind.LIST) {
                return repeated(only, element(node, only));
            }
            if (node.logicalType().kind() == LogicalType.Kind.MAP
                    && only.children().size() == 2) {
                return map(only);
            }
        }
        return struct(node);
    }

    /** The node an item of a list is read from: Spark's rules for the layouts of old writers. */
    private static SchemaNode element(SchemaNode list, SchemaNode repeated) {
        boolean isItemItself = repeated.isLeaf()
                || repeated.children().size() != 1
                || repeated.name().equals("array")
                || repeated.name().equals(list.name() + "_tuple");
        return isItemItself ? repeated : repeated.children().get(0);
    }

    private JsonValue repeated(SchemaNode repeated, SchemaNode element) throws IOException {
        List<JsonValue> items = new ArrayList<>();
        if (begins(repeated)) {
            LeafCursor first = firstCursor(repeated);
            do {
                items.add(element.equals(repeated) ? item(repeated) : value(element));
            } while (continues(first, repeated));
        }
        return new JsonArray(items);
    }

    private JsonValue item(SchemaNode repeated) throws IOException {
        if (repeated.isLeaf()) {
            LeafCursor cursor = cursor(repeated);
            JsonValue value = ColumnValues.at(cursor);
            pass(cursor);
            return value;
        }
        return struct(repeated);
    }

    private JsonValue map(SchemaNode entries) throws IOException {
        SchemaNode key = entries.children().get(0);
        SchemaNode value = entries.children().get(1);
        boolean isTextual = key.isLeaf() && key.logicalType().kind() == LogicalType.Kind.STRING;
        List<JsonValue> pairs = new ArrayList<>();
        JsonObject.Builder object = JsonObject.builder();
        if (begins(entries)) {
            LeafCursor first = firstCursor(entries);
            do {
                JsonValue itsKey = value(key);
                JsonValue itsValue = value(value);
                if (isTextual && itsKey instanceof JsonText text) {
                    object.put(text.value(), itsValue);
                } else {
                    pairs.add(new JsonArray(List.of(itsKey, itsValue)));
                }
            } while (continues(first, entries));
        }
        return isTextual ? object.build() : new JsonArray(pairs);
    }

    private JsonValue struct(SchemaNode node) throws IOException {
        JsonObject.Builder fields = JsonObject.builder();
        for (SchemaNode child : node.children()) {
            if (isRead(child)) {
                fields.put(child.name(), value(child));
            }
        }
        return fields.build();
    }

    /** Whether the list is not empty; the entry of an empty one is passed over. */
    private boolean begins(SchemaNode repeated) throws IOException {
        if (firstCursor(repeated).definition() >= repeated.levels().definition()) {
            return true;
        }
        passAll(repeated);
        return false;
    }

    private static boolean continues(LeafCursor first, SchemaNode repeated) {
        return !first.isEnded() && first.repetition() >= repeated.levels().repetition();
    }

    private void passAll(SchemaNode node) throws IOException {
        if (node.isLeaf()) {
            LeafCursor cursor = cursorOrNull(node);
            if (cursor != null) {
                pass(cursor);
            }
            return;
        }
        for (SchemaNode child : node.children()) {
            passAll(child);
        }
    }

    private void pass(LeafCursor cursor) throws IOException {
        if (cursor.isEnded()) {
            throw cursor.ended();
        }
        if (++valuesInRow > MAX_VALUES_PER_ROW) {
            throw cursor.malformed("at most " + MAX_VALUES_PER_ROW + " values in a row", "more");
        }
        cursor.advance();
    }

    private LeafCursor cursor(SchemaNode leaf) {
        LeafCursor cursor = cursorOrNull(leaf);
        if (cursor == null) {
            throw new IllegalStateException(leaf.path() + " is not read");
        }
        if (cursor.isEnded()) {
            throw cursor.ended();
        }
        return cursor;
    }

    private @Nullable LeafCursor cursorOrNull(SchemaNode leaf) {
        int index = leaf.column().index();
        return index < cursors.length ? cursors[index] : null;
    }

    private boolean isRead(SchemaNode node) {
        if (node.isLeaf()) {
            return cursorOrNull(node) != null;
        }
        return node.children().stream().anyMatch(this::isRead);
    }

    private LeafCursor firstCursor(SchemaNode node) {
        SchemaNode leaf = firstLeaf(node);
        if (leaf == null) {
            throw new IllegalStateException(node.path() + " is not read");
        }
        return cursor(leaf);
    }

    private @Nullable SchemaNode firstLeaf(SchemaNode node) {
        if (node.isLeaf()) {
            return cursorOrNull(node) != null ? node : null;
        }
        for (SchemaNode child : node.children()) {
            SchemaNode leaf = firstLeaf(child);
            if (leaf != null) {
                return leaf;
            }
        }
        return null;
    }
}
