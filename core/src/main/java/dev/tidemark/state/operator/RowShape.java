package dev.tidemark.state.operator;

import java.util.List;

import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;

/**
 * The columns of a selection's rows, each cut out of the stored key or value.
 *
 * @param columns as Spark's reader names them, in its order, without partition and batch
 * @param notes what Spark's reader does not tell or tells wrong
 */
public record RowShape(List<Column> columns, List<Column> notes) {
    public RowShape {
        columns = List.copyOf(columns);
        notes = List.copyOf(notes);
    }

    /** From which part of a row a column is taken. */
    public enum Part {
        KEY,
        VALUE
    }

    /**
     * One column.
     *
     * @param ordinal of the field it is, or {@link #WHOLE}
     * @param type a {@link StructSchema} where the column is the whole part, which may hold more fields than are shown
     */
    public record Column(String name, Part part, int ordinal, SparkType type) {
        /** Stands for "all of it". */
        public static final int WHOLE = -1;

        /** A column that is the whole key or value. */
        public static Column whole(String name, Part part, StructSchema schema) {
            return new Column(name, part, WHOLE, schema);
        }

        /** Whether it is the whole part. */
        public boolean isWhole() {
            return ordinal == WHOLE;
        }
    }

    /** Key and value as stored. */
    static RowShape ofPair(StructSchema key, StructSchema value) {
        return new RowShape(
                List.of(Column.whole("key", Part.KEY, key), Column.whole("value", Part.VALUE, value)), List.of());
    }
}
