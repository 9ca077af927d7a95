package dev.tidemark.source.delta;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.source.SourceFailureException;
import org.jspecify.annotations.Nullable;

/**
 * What Jackson takes from the JSON of an offset, as lenient as it is: quoted and broken numbers, numbers for truths, null for
 * nothing. Authority: Delta 4.0 DeltaSourceOffset.Deserializer, which turns two kinds of refusal into one of its own; Jackson
 * 2.18 NumberDeserializers, StdDeserializer, StringDeserializer.
 *
 * @param tableId null when the offset has none
 */
public record OffsetFields(
        long sourceVersion, @Nullable String tableId, long version, long index, boolean isStartingVersion) {
    private static final String SOURCE_VERSION = "sourceVersion";
    private static final String TABLE_ID = "reservoirId";
    private static final String VERSION = "reservoirVersion";
    private static final String INDEX = "index";
    private static final String IS_STARTING_VERSION = "isStartingVersion";
    private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    /** Texts that stand for nothing where a number or a truth is wanted. */
    private static final List<String> NOTHING = List.of("", "null");

    /** What Jackson calls the shape of a value, and its token. */
    private static final Map<Class<? extends JsonValue>, String> SHAPES = Map.of(
            JsonObject.class, "Object value (token `JsonToken.START_OBJECT`)",
            JsonArray.class, "Array value (token `JsonToken.START_ARRAY`)",
            JsonNumber.class, "Floating-point value (token `JsonToken.VALUE_NUMBER_FLOAT`)");

    /**
     * Reads an offset.
     *
     * @throws SourceFailureException with what Delta throws for text it cannot take
     */
    public static OffsetFields read(String json) {
        Parsed<JsonValue> parsed = JsonParser.parse(Location.of("offset"), json);
        if (parsed.value().isEmpty()) {
            Damage damage = parsed.damage().orElseThrow();
            throw damage.kind() == DamageKind.EMPTY
                    ? DeltaSourceErrors.mismatchedInput("No content to map due to end-of-input")
                    : DeltaSourceErrors.invalidOffsetFormat();
        }
        if (!(parsed.value().get() instanceof JsonObject object)) {
            throw DeltaSourceErrors.mismatchedInput("Cannot construct instance of"
                    + " `org.apache.spark.sql.delta.sources.DeltaSourceOffset$DeltaSourceOffsetForSerialization`");
        }
        object.asMap().forEach(OffsetFields::check);
        return new OffsetFields(
                whole(value(object, SOURCE_VERSION)),
                text(value(object, TABLE_ID)),
                whole(value(object, VERSION)),
                whole(value(object, INDEX)),
                truth(value(object, IS_STARTING_VERSION)));
    }

    /** The first field in the text that does not fit decides what is thrown. */
    private static void check(String field, JsonValue value) {
        switch (field) {
            case SOURCE_VERSION, VERSION, INDEX -> whole(value);
            case TABLE_ID -> text(value);
            case IS_STARTING_VERSION -> truth(value);
            default -> {}
        }
    }

    private static JsonValue value(JsonObject object, String field) {
        return object.find(field).orElse(JsonNull.NULL);
    }

    private static SourceFailureException mismatched(String type, JsonValue value) {
        String shape = value instanceof JsonTruth truth
                ? "Boolean value (token `JsonToken.VALUE_" + (truth.value() ? "TRUE" : "FALSE") + "`)"
                : SHAPES.get(value.getClass());
        return DeltaSourceErrors.mismatchedInput("Cannot deserialize value of type `" + type + "` from " + shape);
    }

    private static long whole(JsonValue value) {
        if (value == JsonNull.NULL) {
            return 0;
        } else if (value instanceof JsonText text) {
            String digits = text.value().trim();
            return NOTHING.contains(digits)
                    ? 0
                    : new JsonNumber(digits).asLong().orElseThrow(DeltaSourceErrors::invalidOffsetFormat);
        } else if (value instanceof JsonNumber number) {
            BigDecimal decimal = number.asDecimal();
            if (decimal.compareTo(LEAST_LONG) < 0 || decimal.compareTo(MOST_LONG) > 0) {
                throw DeltaSourceErrors.outOfRange(number.digits());
            }
            return decimal.longValue();
        }
        throw mismatched("long", value);
    }

    private static @Nullable String text(JsonValue value) {
        if (value instanceof JsonObject || value instanceof JsonArray) {
            throw mismatched("java.lang.String", value);
        }
        return value == JsonNull.NULL ? null : value instanceof JsonText text ? text.value() : value.toString();
    }

    private static boolean truth(JsonValue value) {
        if (value == JsonNull.NULL) {
            return false;
        } else if (value instanceof JsonTruth truth) {
            return truth.value();
        } else if (value instanceof JsonText text) {
            return switch (text.value().trim()) {
                case "true", "True", "TRUE" -> true;
                case "false", "False", "FALSE", "", "null" -> false;
                default -> throw DeltaSourceErrors.invalidOffsetFormat();
            };
        } else if (value instanceof JsonNumber number && number.digits().matches("-?\\d+")) {
            return !number.digits().equals("0");
        }
        throw mismatched("boolean", value);
    }
}
