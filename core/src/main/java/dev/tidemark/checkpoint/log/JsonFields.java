package dev.tidemark.checkpoint.log;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
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
 * a field of another type is a {@link LogFlaw.WrongShape}, unknown fields do not count.
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
     * @throws MalformedException when it is no JSON object
     */
    public static JsonFields of(Location at, String text) {
        Parsed<JsonValue> parsed = JsonParser.parse(at, text);
        Damage damage = parsed.damage().orElse(null);
        if (damage != null) {
            throw new MalformedException(damage.because(new LogFlaw.NotJson(damage.kind(), damage.found())));
        }
        JsonValue value = parsed.value().orElseThrow();
        if (value instanceof JsonObject object) {
            return new JsonFields(at, object);
        }
        throw wrongShape(at, "", "a JSON object", value);
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
            return number.asLong().isPresent() ? number.asLong().getAsLong() : rounded(number.asDecimal());
        }
        throw wrongShape(at, name, "a whole number", value);
    }

    private static long rounded(BigDecimal decimal) {
        return decimal.precision() - decimal.scale() > 40 ? decimal.signum() * Long.MAX_VALUE : decimal.longValue();
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

    private @Nullable JsonValue present(String name) {
        JsonValue value = object.find(name).orElse(null);
        return value == JsonNull.NULL ? null : value;
    }

    private String asText(String name, JsonValue value) {
        if (value instanceof JsonText text) {
            return text.value();
        } else if (value instanceof JsonNumber number) {
            return number.digits();
        }
        throw wrongShape(at, name, "a string", value);
    }

    private static MalformedException wrongShape(Location at, String name, String expected, JsonValue found) {
        String text = found.toString();
        String shown = text.length() <= 60 ? text : text.substring(0, 60) + "...";
        String wanted = name.isEmpty() ? expected : expected + " in field \"" + name + "\"";
        Damage damage = new Damage(at, DamageKind.MALFORMED, wanted, shown);
        return new MalformedException(damage.because(new LogFlaw.WrongShape(name, shown)));
    }
}
