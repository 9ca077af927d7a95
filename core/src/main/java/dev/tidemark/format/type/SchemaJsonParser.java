package dev.tidemark.format.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;

/** Reads a schema from Spark's JSON. Spark 4.2: DataType.fromJson. A type no known Spark has is a value, no damage. */
public final class SchemaJsonParser {
    private static final String TYPE = "type";
    private static final String FIELDS = "fields";
    private static final String NAME = "name";
    private static final String NULLABLE = "nullable";
    private static final String METADATA = "metadata";
    private static final String ELEMENT_TYPE = "elementType";
    private static final String CONTAINS_NULL = "containsNull";
    private static final String KEY_TYPE = "keyType";
    private static final String VALUE_TYPE = "valueType";
    private static final String VALUE_CONTAINS_NULL = "valueContainsNull";
    private static final String SQL_TYPE = "sqlType";
    private static final String CLASS = "class";
    private static final String PYTHON_CLASS = "pyClass";

    /** Deeper than any schema people write, shallow enough for any stack. */
    private static final int MAX_DEPTH = 200;

    private SchemaJsonParser() {}

    /** A struct from JSON text. */
    public static Parsed<StructSchema> parse(Location at, String text) {
        Parsed<JsonObject> json = JsonParser.parseObject(at, text);
        if (json.damage().isPresent()) {
            return Parsed.damaged(json.damage().get());
        }
        return parse(at, json.value().orElse(JsonObject.EMPTY));
    }

    /** A struct from a JSON tree. */
    public static Parsed<StructSchema> parse(Location at, JsonObject json) {
        try {
            SparkType type = typeOf(at, json, 0);
            return type instanceof StructSchema struct
                    ? Parsed.intact(struct)
                    : Parsed.damaged(new Damage(at, DamageKind.MALFORMED, "a struct", type.text()));
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
    }

    private static SparkType typeOf(Location at, JsonValue json, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedException(
                    at, DamageKind.TOO_LARGE, "a type at most " + MAX_DEPTH + " deep", "a deeper one");
        }
        if (json instanceof JsonText name) {
            return TypeNames.typeOf(name.value()).orElseGet(() -> new SparkType.Unknown(name.value()));
        }
        if (!(json instanceof JsonObject object)) {
            throw malformed(at, "a type", json.toString());
        }
        String kind = object.text(TYPE).orElseThrow(() -> malformed(at, "the name of a type", object.toString()));
        return switch (kind.toLowerCase(Locale.ROOT)) {
            case "struct" -> struct(at, object, depth);
            case "array" ->
                new SparkType.Array(
                        typeOf(at, member(at, object, ELEMENT_TYPE), depth + 1),
                        object.truth(CONTAINS_NULL).orElse(true));
            case "map" ->
                new SparkType.Map(
                        typeOf(at, member(at, object, KEY_TYPE), depth + 1),
                        typeOf(at, member(at, object, VALUE_TYPE), depth + 1),
                        object.truth(VALUE_CONTAINS_NULL).orElse(true));
            case "udt" ->
                new SparkType.UserDefined(
                        object.text(CLASS).or(() -> object.text(PYTHON_CLASS)).orElse("udt"),
                        typeOf(at, member(at, object, SQL_TYPE), depth + 1));
            default -> new SparkType.Unknown(kind);
        };
    }

    private static StructSchema struct(Location at, JsonObject object, int depth) {
        JsonArray items =
                object.array(FIELDS).orElseThrow(() -> malformed(at, "the fields of a struct", object.toString()));
        List<StructSchema.Field> fields = new ArrayList<>();
        for (JsonValue item : items.items()) {
            if (!(item instanceof JsonObject field)) {
                throw malformed(at, "a field", item.toString());
            }
            fields.add(new StructSchema.Field(
                    field.text(NAME).orElseThrow(() -> malformed(at, "the name of a field", field.toString())),
                    typeOf(at, member(at, field, TYPE), depth + 1),
                    field.truth(NULLABLE).orElse(true),
                    field.object(METADATA).orElse(JsonObject.EMPTY)));
        }
        return new StructSchema(fields);
    }

    private static JsonValue member(Location at, JsonObject object, String name) {
        Optional<JsonValue> value = object.find(name);
        return value.orElseThrow(() -> malformed(at, "\"" + name + "\" in a type", object.toString()));
    }

    private static MalformedException malformed(Location at, String expected, String found) {
        String shown = found.length() > 100 ? found.substring(0, 100) + "..." : found;
        return new MalformedException(at, DamageKind.MALFORMED, expected, shown);
    }
}
