package dev.tidemark.format.type;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

import dev.tidemark.format.json.JsonObject;

/** A struct: its fields in order. A name may stand twice; aggregation buffers do. */
public record StructSchema(List<Field> fields) implements SparkType.Struct {
    /** A struct without fields. */
    public static final StructSchema EMPTY = new StructSchema(List.of());

    /**
     * One field.
     *
     * @param metadata the column's metadata as Spark's JSON keeps it, such as {@code spark.watermarkDelayMs}
     */
    public record Field(String name, SparkType type, boolean nullable, JsonObject metadata) {
        /** A nullable field without metadata. */
        public static Field of(String name, SparkType type) {
            return new Field(name, type, true, JsonObject.EMPTY);
        }
    }

    public StructSchema {
        fields = List.copyOf(fields);
    }

    /** A struct of these fields. */
    public static StructSchema of(Field... fields) {
        return new StructSchema(List.of(fields));
    }

    /** The number of fields. */
    public int size() {
        return fields.size();
    }

    /** The field at an ordinal. */
    public Field field(int ordinal) {
        return fields.get(ordinal);
    }

    /** The ordinal of the first field of that name. */
    public OptionalInt ordinalOf(String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /** The fields from {@code from} up to {@code to}, exclusive. */
    public StructSchema part(int from, int to) {
        return new StructSchema(fields.subList(from, to));
    }

    @Override
    public String text() {
        return fields.stream()
                .map(field -> field.name() + ":" + field.type().text())
                .collect(Collectors.joining(",", "struct<", ">"));
    }

    @Override
    public int widthBytes() {
        return VARIABLE;
    }
}
