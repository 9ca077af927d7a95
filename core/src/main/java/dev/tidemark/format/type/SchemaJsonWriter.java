package dev.tidemark.format.type;

import java.util.List;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;

/** Writes a type as Spark's JSON. Spark 4.2: {@code DataType.json}. */
public final class SchemaJsonWriter {
    private SchemaJsonWriter() {}

    /** The type's JSON. */
    public static JsonValue json(SparkType type) {
        if (type instanceof StructSchema struct) {
            List<JsonValue> fields = struct.fields().stream()
                    .<JsonValue>map(SchemaJsonWriter::field)
                    .toList();
            return JsonObject.builder()
                    .put("type", "struct")
                    .put("fields", new JsonArray(fields))
                    .build();
        } else if (type instanceof SparkType.Array array) {
            return JsonObject.builder()
                    .put("type", "array")
                    .put("elementType", json(array.element()))
                    .put("containsNull", array.containsNull())
                    .build();
        } else if (type instanceof SparkType.Map map) {
            return JsonObject.builder()
                    .put("type", "map")
                    .put("keyType", json(map.key()))
                    .put("valueType", json(map.value()))
                    .put("valueContainsNull", map.valueContainsNull())
                    .build();
        }
        return new JsonText(name(type));
    }

    private static JsonValue field(StructSchema.Field field) {
        return JsonObject.builder()
                .put("name", field.name())
                .put("type", json(field.type()))
                .put("nullable", field.nullable())
                .put("metadata", field.metadata())
                .build();
    }

    /** The name of a type, without what is in it. Spark 4.2: {@code DataType.typeName}. */
    static String name(SparkType type) {
        if (type instanceof StructSchema) {
            return "struct";
        } else if (type instanceof SparkType.Array) {
            return "array";
        } else if (type instanceof SparkType.Map) {
            return "map";
        }
        return type instanceof SparkType.Simple simple ? simpleName(simple) : type.text();
    }

    private static String simpleName(SparkType.Simple type) {
        return switch (type) {
            case BYTE -> "byte";
            case SHORT -> "short";
            case INTEGER -> "integer";
            case LONG -> "long";
            default -> type.text();
        };
    }
}
