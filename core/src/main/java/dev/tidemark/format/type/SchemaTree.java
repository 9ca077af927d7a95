package dev.tidemark.format.type;

/** A schema as Spark prints it, one line a column. Spark 4.2: {@code StructType.treeString}. */
public final class SchemaTree {
    private static final String INDENT = "    |";

    private SchemaTree() {}

    /** The tree, which ends in a line break. */
    public static String of(StructSchema schema) {
        StringBuilder text = new StringBuilder("root\n");
        struct(schema, " |", text);
        return text.toString();
    }

    private static void struct(StructSchema schema, String prefix, StringBuilder into) {
        for (StructSchema.Field field : schema.fields()) {
            into.append(prefix)
                    .append("-- ")
                    .append(field.name())
                    .append(": ")
                    .append(SchemaJsonWriter.name(field.type()))
                    .append(" (nullable = ")
                    .append(field.nullable())
                    .append(")\n");
            below(field.type(), prefix, into);
        }
    }

    private static void below(SparkType type, String parent, StringBuilder into) {
        String prefix = parent + INDENT;
        if (type instanceof StructSchema struct) {
            struct(struct, prefix, into);
        } else if (type instanceof SparkType.Array array) {
            part("element", array.element(), " (containsNull = " + array.containsNull() + ")", prefix, into);
        } else if (type instanceof SparkType.Map map) {
            part("key", map.key(), "", prefix, into);
            part("value", map.value(), " (valueContainsNull = " + map.valueContainsNull() + ")", prefix, into);
        }
    }

    private static void part(String name, SparkType type, String suffix, String prefix, StringBuilder into) {
        into.append(prefix)
                .append("-- ")
                .append(name)
                .append(": ")
                .append(SchemaJsonWriter.name(type))
                .append(suffix)
                .append('\n');
        below(type, prefix, into);
    }
}
