package dev.tidemark.view.state;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.json.JsonBytes;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.format.type.ValueJson;
import dev.tidemark.state.operator.RowShape;
import dev.tidemark.state.operator.StateRow;
import org.jspecify.annotations.Nullable;

/**
 * State rows as JSON, one object each, as Spark's reader would give them and in its order of columns; what Spark's reader
 * does not tell stands under {@code tidemark}. Keeps nothing between rows.
 */
public final class StateRowJson {
    private static final byte[] BATCH_ID = JsonBytes.encodedName("batch_id");
    private static final byte[] CHANGE_TYPE = JsonBytes.encodedName("change_type");
    private static final byte[] PARTITION_ID = JsonBytes.encodedName("partition_id");
    private static final byte[] NOTES = JsonBytes.encodedName("tidemark");

    private final Cut[] columns;
    private final List<Cut> notes;

    private StateRowJson(List<Cut> columns, List<Cut> notes) {
        this.columns = columns.toArray(Cut[]::new);
        this.notes = notes;
    }

    /** A writer of rows of that shape. */
    public static StateRowJson of(RowShape shape) {
        return new StateRowJson(cuts(shape.columns()), cuts(shape.notes()));
    }

    /** Writes a row. When its bytes make no sense, nothing is left written and the damage flies on. */
    public void write(JsonBytes to, StateRow row) {
        int start = to.length();
        try {
            to.raw('{');
            if (row.change() != null) {
                to.name(BATCH_ID).number(row.batchId());
                to.name(CHANGE_TYPE).text(row.change().text());
            }
            for (Cut column : columns) {
                column.write(to, row);
            }
            to.name(PARTITION_ID).number(row.partitionId());
            notes(to, row);
            to.raw('}');
        } catch (MalformedException malformed) {
            to.truncate(start);
            throw malformed;
        }
    }

    private void notes(JsonBytes to, StateRow row) {
        if (notes.isEmpty() || (row.value() == null && notes.stream().allMatch(Cut::isOfValue))) {
            return;
        }
        to.name(NOTES).raw('{');
        notes.forEach(note -> note.write(to, row));
        to.raw('}');
    }

    private static List<Cut> cuts(List<RowShape.Column> columns) {
        List<Cut> cuts = new ArrayList<>();
        for (RowShape.Column column : columns) {
            byte[] name = JsonBytes.encodedName(column.name());
            boolean ofValue = column.part() == RowShape.Part.VALUE;
            cuts.add(
                    column.isWhole()
                            ? new Cut(
                                    name,
                                    ofValue,
                                    RowShape.Column.WHOLE,
                                    ValueJson.of((StructSchema) column.type()),
                                    null)
                            : new Cut(name, ofValue, column.ordinal(), null, ValueJson.fieldWriter(column.type())));
        }
        return cuts;
    }

    /** A column: the whole part through {@code struct}, or one field of it through {@code field}. */
    private record Cut(
            byte[] name,
            boolean isOfValue,
            int ordinal,
            @Nullable ValueJson struct,
            ValueJson.@Nullable FieldWriter field) {
        void write(JsonBytes to, StateRow row) {
            to.name(name);
            Values part = isOfValue ? row.value() : row.key();
            if (part == null) {
                to.nullValue();
            } else if (struct != null) {
                struct.write(to, part);
            } else if (field != null) {
                field.write(to, part, ordinal);
            }
        }
    }
}
