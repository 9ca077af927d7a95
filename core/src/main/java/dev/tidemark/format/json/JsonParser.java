package dev.tidemark.format.json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/**
 * Text to {@link JsonValue}. Depth, string and number lengths are bounded, so hostile text costs bounded memory. What
 * stands behind the first value is ignored, as Spark's and Delta's readers ignore it.
 */
public final class JsonParser {
    private static final int MAX_DEPTH = 500;
    private static final int MAX_NUMBER_LENGTH = 10_000;

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    /** What Spark's JSON reader takes beyond JSON by default: single quotes, and NaN and the infinities as numbers. */
    private static final JsonFactory SPARK_FACTORY = JsonFactory.builder()
            .streamReadConstraints(FACTORY.streamReadConstraints())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private JsonParser() {}

    /**
     * Reads the first value in {@code text}.
     *
     * @return the value; or a damage of kind {@link DamageKind#EMPTY} (nothing but white space),
     *     {@link DamageKind#TRUNCATED} or {@link DamageKind#MALFORMED} whose {@code found} is the first line of Jackson's
     *     own message, which is what Spark shows for the same text
     */
    public static Parsed<JsonValue> parse(Location at, String text) {
        return parse(FACTORY, at, text);
    }

    /** As {@link #parse}, with the liberties that Spark's JSON reader takes by default. */
    public static Parsed<JsonValue> parseAsSpark(Location at, String text) {
        return parse(SPARK_FACTORY, at, text);
    }

    private static Parsed<JsonValue> parse(JsonFactory factory, Location at, String text) {
        try (com.fasterxml.jackson.core.JsonParser tokens = factory.createParser(text)) {
            JsonToken first = tokens.nextToken();
            if (first == null) {
                return Parsed.damaged(new Damage(at, DamageKind.EMPTY, "a JSON value", "nothing"));
            }
            return Parsed.intact(value(tokens, first));
        } catch (JsonEOFException ended) {
            return damaged(at, DamageKind.TRUNCATED, ended);
        } catch (StreamConstraintsException tooDeep) {
            return damaged(at, DamageKind.TOO_LARGE, tooDeep);
        } catch (JsonProcessingException malformed) {
            return damaged(at, DamageKind.MALFORMED, malformed);
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory failed", impossible);
        }
    }

    /** As {@link #parse}, and any value that is no object is {@link DamageKind#MALFORMED}. */
    public static Parsed<JsonObject> parseObject(Location at, String text) {
        Parsed<JsonValue> parsed = parse(at, text);
        if (parsed.value().isEmpty()) {
            return Parsed.damaged(parsed.damage().orElseThrow());
        }
        if (parsed.value().get() instanceof JsonObject object) {
            return Parsed.intact(object);
        }
        String found = parsed.value().get().getClass().getSimpleName().replace("Json", "a JSON ");
        return Parsed.damaged(
                new Damage(at, DamageKind.MALFORMED, "a JSON object", found.toLowerCase(java.util.Locale.ROOT)));
    }

    private static <T> Parsed<T> damaged(Location at, DamageKind kind, JsonProcessingException error) {
        long offset = error.getLocation() == null
                ? Location.NO_BYTE
                : error.getLocation().getCharOffset();
        Location where = offset < 0 || at.byteOffset() >= 0 ? at : at.atByte(offset);
        return Parsed.damaged(new Damage(where, kind, "JSON", error.getOriginalMessage()));
    }

    private static JsonValue value(com.fasterxml.jackson.core.JsonParser tokens, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(tokens);
            case START_ARRAY -> array(tokens);
            case VALUE_STRING -> new JsonText(tokens.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(tokens.getText());
            case VALUE_TRUE -> new JsonTruth(true);
            case VALUE_FALSE -> new JsonTruth(false);
            default -> JsonNull.NULL;
        };
    }

    private static JsonObject object(com.fasterxml.jackson.core.JsonParser tokens) throws IOException {
        List<JsonObject.Member> members = new ArrayList<>();
        while (tokens.nextToken() != JsonToken.END_OBJECT) {
            String name = tokens.currentName();
            members.add(new JsonObject.Member(name, value(tokens, tokens.nextToken())));
        }
        return new JsonObject(members);
    }

    private static JsonArray array(com.fasterxml.jackson.core.JsonParser tokens) throws IOException {
        List<JsonValue> items = new ArrayList<>();
        for (JsonToken token = tokens.nextToken(); token != JsonToken.END_ARRAY; token = tokens.nextToken()) {
            items.add(value(tokens, token));
        }
        return new JsonArray(items);
    }
}
