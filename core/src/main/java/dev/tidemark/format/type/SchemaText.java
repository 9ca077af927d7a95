package dev.tidemark.format.type;

import java.util.Locale;
import java.util.stream.Collectors;

/** A schema as Scala prints its classes. Spark 4.2: {@code StructType.toString}. */
public final class SchemaText {
    private SchemaText() {}

    /** The text, such as {@code StructType(StructField(k,StringType,true))}. */
    public static String of(SparkType type) {
        if (type instanceof StructSchema struct) {
            return struct.fields().stream()
                    .map(field -> "StructField(" + field.name() + "," + of(field.type()) + "," + field.nullable() + ")")
                    .collect(Collectors.joining(",", "StructType(", ")"));
        } else if (type instanceof SparkType.Array array) {
            return "ArrayType(" + of(array.element()) + "," + array.containsNull() + ")";
        } else if (type instanceof SparkType.Map map) {
            return "MapType(" + of(map.key()) + "," + of(map.value()) + "," + map.valueContainsNull() + ")";
        } else if (type instanceof SparkType.Decimal decimal) {
            return "DecimalType(" + decimal.precision() + "," + decimal.scale() + ")";
        } else if (type == SparkType.Simple.VOID) {
            return "NullType";
        } else if (type == SparkType.Simple.TIMESTAMP_NTZ) {
            return "TimestampNTZType";
        } else if (type == SparkType.Simple.CALENDAR_INTERVAL) {
            return "CalendarIntervalType";
        }
        String name = SchemaJsonWriter.name(type);
        return name.matches("[a-z]+")
                ? name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Type"
                : name;
    }
}
