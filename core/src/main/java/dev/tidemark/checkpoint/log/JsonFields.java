package dev.tidemark.checkpoint.log;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object as json4s extracts them into Spark's case classes: an absent or null field takes its default,
 * a field of another type is a {@link LogFlaw.WrongShape}, so is one that stands twice; unknown fields do not count. A text
 * that is no object but a number, a string, a truth value or an array counts as an object without fields.
 */
public final class JsonFields {
    private final Location at;
    private final JsonObject object;

    private JsonFields(Location at, JsonObject object) {
        this.at = at;
        this.object = object;
    }

    /**
     * The object in a text.
     *
     * @throws MalformedException when it is no JSON, or {@code null}
     */
    public static JsonFields of(Location at, String text) {
        JsonFields fields = ofNullable(at, text);
        if (fields == null) {
            throw wrongShape(at, "", "a JSON object", JsonNull.NULL);
        }
        return fields;
    }

    /**
     * The object in a text, or null when the text says {@code null}.
     *
     * @throws MalformedException when it is no JSON
     */
    public static @Nullable JsonFields ofNullable(Location at, String text) {
        Parsed<JsonValue> parsed = JsonParser.parse(at, text);
        Damage damage = parsed.damage().orElse(null);
        if (damage != null) {
            throw new MalformedException(damage.because(new LogFlaw.NotJson(damage.kind(), damage.found())));
        }
        JsonValue value = parsed.value().orElseThrow();
        if (value == JsonNull.NULL) {
            return null;
        }
        return new JsonFields(at, value instanceof JsonObject object ? object : JsonObject.EMPTY);
    }

    /** The fields of an object that is a field of this one. */
    private JsonFields(JsonFields parent, JsonObject object) {
        this(parent.at, object);
    }

    /** A whole number, or null when absent. */
    public @Nullable Long number(String name) {
        JsonValue value = present(name);
        if (value == null) {
            return null;
        }
        if (value instanceof JsonNumber number) {
            return asLong(number.digits());
        }
        throw wrongShape(at, name, "a whole number", value);
    }

    /**
     * A whole number that must be there.
     *
     * @throws MalformedException when it is absent
     */
    public long requiredNumber(String name) {
        Long number = number(name);
        if (number == null) {
            throw missing(name, "a whole number");
        }
        return number;
    }

    /** As Scala narrows it: a whole number keeps its low 64 bits, a fraction goes through a double. */
    private static long asLong(String digits) {
        return isWhole(digits) ? new BigInteger(digits).longValue() : (long) Double.parseDouble(digits);
    }

    private static boolean isWhole(String digits) {
        return digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    }

    /** A string, or a number as Scala prints it where a string is wanted; empty for anything else. */
    public static Optional<String> asText(JsonValue value) {
        if (value instanceof JsonText text) {
            return Optional.of(text.value());
        }
        return value instanceof JsonNumber number ? Optional.of(asText(number)) : Optional.empty();
    }

    private static String asText(JsonNumber number) {
        String digits = number.digits();
        return isWhole(digits) ? new BigInteger(digits).toString() : Double.toString(Double.parseDouble(digits));
    }

    /** A string, or null when absent. */
    public @Nullable String text(String name) {
        JsonValue value = present(name);
        return value == null ? null : asText(name, value);
    }

    /**
     * A string that must be there.
     *
     * @throws MalformedException when it is absent
     */
    public String requiredText(String name) {
        String text = text(name);
        if (text == null) {
            throw missing(name, "a string");
        }
        return text;
    }

    /** A truth value, or null when absent. */
    public @Nullable Boolean truth(String name) {
        JsonValue value = present(name);
        if (value == null) {
            return null;
        }
        if (value instanceof JsonTruth truth) {
            return truth.value();
        }
        throw wrongShape(at, name, "true or false", value);
    }

    /** An object, or null when absent. */
    public @Nullable JsonObject object(String name) {
        JsonValue value = present(name);
        if (value == null) {
            return null;
        }
        if (value instanceof JsonObject found) {
            return found;
        }
        throw wrongShape(at, name, "a JSON object", value);
    }

    /** An object, or null when absent or of another shape: how json4s reads an optional field. */
    public @Nullable JsonObject objectOrNull(String name) {
        return present(name) instanceof JsonObject found ? found : null;
    }

    /** The fields of an object that is a field, or null when absent. */
    public @Nullable JsonFields fields(String name) {
        JsonObject found = object(name);
        return found == null ? null : new JsonFields(this, found);
    }

    /** An object of strings, empty when absent. */
    public Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        JsonObject found = object(name);
        if (found != null) {
            for (JsonObject.Member member : found.members()) {
                if (member.value() == JsonNull.NULL) {
                    throw nullConf(member.name());
                }
                texts.put(member.name(), asText(name + "." + member.name(), member.value()));
            }
        }
        return texts;
    }

    /** A damage of the field {@code name}: there and of another shape. */
    public MalformedException wrongShape(String name, String expected, JsonValue found) {
        return wrongShape(at, name, expected, found);
    }

    /** A damage of the field {@code name}: not there. */
    public MalformedException missing(String name, String expected) {
        Damage damage = new Damage(at, DamageKind.MISSING, expected + " in field \"" + name + "\"", "no such field");
        return new MalformedException(damage.because(new LogFlaw.WrongShape(name, "")));
    }

    /** Spark reads it, and then cannot set it. */
    private MalformedException nullConf(String key) {
        Damage damage = new Damage(at, DamageKind.MALFORMED, "a string for \"" + key + "\"", "null");
        return new MalformedException(
                damage.because(new LogFlaw.RequirementFailed("value cannot be null for key: " + key)));
    }

    private @Nullable JsonValue present(String name) {
        List<JsonValue> values = object.members().stream()
                .filter(member -> member.name().equals(name))
                .map(JsonObject.Member::value)
                .toList();
        if (values.isEmpty() || (values.size() == 1 && values.get(0) == JsonNull.NULL)) {
            return null;
        }
        return values.size() == 1 ? values.get(0) : new JsonArray(values);
    }

    private String asText(String name, JsonValue value) {
        return asText(value).orElseThrow(() -> wrongShape(at, name, "a string", value));
    }

    private static MalformedException wrongShape(Location at, String name, String expected, JsonValue found) {
        String text = found.toString();
        String shown = text.length() <= 60 ? text : text.substring(0, 60) + "...";
        String wanted = name.isEmpty() ? expected : expected + " in field \"" + name + "\"";
        Damage damage = new Damage(at, DamageKind.MALFORMED, wanted, shown);
        return new MalformedException(damage.because(new LogFlaw.WrongShape(name, shown)));
    }
}
