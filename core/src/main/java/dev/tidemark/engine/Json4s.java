package dev.tidemark.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.engine.SparkError.Cause;
import dev.tidemark.evidence.Damage;
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

/** json4s as Spark's logs meet it: its exceptions and its own spelling of JSON values. Authority: json4s Extraction. */
final class Json4s {
    private static final String MAPPING = "org.json4s.MappingException";
    /** The types of fields that are no texts, in the entries of logs. */
    private static final Map<String, String> PRIMITIVES = Map.ofEntries(
            Map.entry("batchWatermarkMs", "long"),
            Map.entry("batchTimestampMs", "long"),
            Map.entry("nextBatchWatermarkMs", "long"),
            Map.entry("logOffset", "long"),
            Map.entry("offset", "long"),
            Map.entry("timestamp", "long"),
            Map.entry("batchId", "long"),
            Map.entry("size", "long"),
            Map.entry("isDir", "boolean"),
            Map.entry("modificationTime", "long"),
            Map.entry("blockReplication", "int"),
            Map.entry("blockSize", "long"));

    private static final Set<String> MAPS = Set.of("conf", "sourceMetadataInfo", "stateUniqueIds", "sinkMetadataMap");

    private Json4s() {}

    /**
     * A field of a case class that cannot be made of what the JSON has.
     *
     * @param field the field, {@code conf.key} for an entry of a map
     * @param found compact JSON; empty when the field is not there
     */
    static SparkError unusable(String field, String found) {
        String owner = field.contains(".") ? field.substring(0, field.indexOf('.')) : field;
        String type = PRIMITIVES.getOrDefault(owner, "class java.lang.String");
        String reason;
        if (found.isEmpty()) {
            reason = "Did not find value which can be converted into " + type.replace("class ", "");
        } else if (MAPS.contains(field)) {
            reason = "Expected object but got " + spelled(found);
        } else {
            reason = "Do not know how to convert " + spelled(found) + " into " + type;
        }
        return SparkError.plain(MAPPING, reason)
                .within(new Cause(MAPPING, null, null, "No usable value for " + owner + "\n" + reason));
    }

    /** What json4s throws when the constructor of a case class does. */
    static SparkError constructorThrew(SparkError thrown) {
        return thrown.within(new Cause("java.lang.reflect.InvocationTargetException", null, null, ""))
                .within(new Cause(MAPPING, null, null, "unknown error"));
    }

    /** Whether a flaw stands for the text {@code null}, which json4s makes a null of. */
    static boolean isNull(LogFlaw flaw) {
        return flaw instanceof LogFlaw.WrongShape shape
                && shape.field().isEmpty()
                && shape.found().equals("null");
    }

    /** What json4s throws when it makes a case class of whole numbers, all required, of a text. */
    static Optional<SparkError> required(String json, String... fields) {
        Parsed<JsonValue> parsed = JsonParser.parse(Location.of("offset"), json);
        if (parsed.value().isEmpty()) {
            Damage damage = parsed.damage().orElseThrow();
            return Optional.of(SparkErrors.notJson(damage.kind(), damage.found()));
        }
        JsonObject object = parsed.value().get() instanceof JsonObject found ? found : JsonObject.EMPTY;
        for (String field : fields) {
            Optional<JsonValue> value = object.find(field);
            if (!(value.orElse(null) instanceof JsonNumber)) {
                return Optional.of(
                        unusable(field, value.map(JsonValue::toString).orElse("")));
            }
        }
        return Optional.empty();
    }

    /** A field that {@link #required} found no fault with. */
    static long whole(String json, String field) {
        return JsonParser.parseObject(Location.of("offset"), json)
                .value()
                .flatMap(object -> object.find(field))
                .filter(JsonNumber.class::isInstance)
                .map(number -> ((JsonNumber) number).asDecimal().longValue())
                .orElse(0L);
    }

    private static String spelled(String json) {
        Optional<JsonValue> value = JsonParser.parse(Location.of("value"), json).value();
        return value.map(Json4s::spelled).orElse(json);
    }

    private static String spelled(JsonValue value) {
        if (value instanceof JsonText text) {
            return "JString(" + text.value() + ")";
        } else if (value instanceof JsonNumber number) {
            return number.digits().matches("-?\\d+") ? "JInt(" + number + ")" : "JDouble(" + number + ")";
        } else if (value instanceof JsonTruth truth) {
            return "JBool(" + truth.value() + ")";
        } else if (value instanceof JsonArray array) {
            return "JArray(" + list(array.items().stream().map(Json4s::spelled).toList()) + ")";
        } else if (value instanceof JsonObject object) {
            return "JObject("
                    + list(object.members().stream()
                            .map(member -> "(" + member.name() + "," + spelled(member.value()) + ")")
                            .toList())
                    + ")";
        }
        return value == JsonNull.NULL ? "JNull" : value.toString();
    }

    private static String list(List<String> items) {
        return items.stream().collect(Collectors.joining(", ", "List(", ")"));
    }
}
