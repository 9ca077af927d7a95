package dev.tidemark.state.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;

/** Reads an operator's metadata file: a version line, then JSON. Spark 4.2: OperatorStateMetadataReader. */
public final class OperatorMetadataParser {
    private static final String OPERATOR_INFO = "operatorInfo";
    private static final String OPERATOR_ID = "operatorId";
    private static final String OPERATOR_NAME = "operatorName";
    private static final String STORES = "stateStoreInfo";
    private static final String STORE_NAME = "storeName";
    private static final String PREFIX_COLUMNS = "numColsPrefixKey";
    private static final String PARTITIONS = "numPartitions";
    private static final String SCHEMA_PATHS = "stateSchemaFilePaths";
    private static final String PROPERTIES = "operatorPropertiesJson";

    private OperatorMetadataParser() {}

    /** The metadata in a file. */
    public static Parsed<OperatorMetadata> parse(Location at, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.isBlank()) {
            return Parsed.damaged(new Damage(at, DamageKind.EMPTY, "operator metadata", "nothing"));
        }
        int lineEnd = text.indexOf('\n');
        String line = (lineEnd < 0 ? text : text.substring(0, lineEnd)).strip();
        int version = line.equals("v1") ? 1 : line.equals("v2") ? 2 : 0;
        if (version == 0) {
            String shown = line.length() > 40 ? line.substring(0, 40) + "..." : line;
            return Parsed.damaged(new Damage(at.atLine(1), DamageKind.UNSUPPORTED_VERSION, "v1 or v2", shown));
        }
        Parsed<JsonObject> json = JsonParser.parseObject(at.atLine(2), lineEnd < 0 ? "" : text.substring(lineEnd + 1));
        if (json.damage().isPresent()) {
            return Parsed.damaged(json.damage().get());
        }
        return metadata(at, version, json.value().orElse(JsonObject.EMPTY));
    }

    private static Parsed<OperatorMetadata> metadata(Location at, int version, JsonObject json) {
        Optional<JsonObject> operator = json.object(OPERATOR_INFO);
        Optional<String> name = operator.flatMap(info -> info.text(OPERATOR_NAME));
        if (operator.isEmpty() || name.isEmpty()) {
            return Parsed.damaged(new Damage(
                    at.atLine(2), DamageKind.MALFORMED, "\"operatorInfo\" with an \"operatorName\"", "none"));
        }
        List<OperatorMetadata.StoreMetadata> stores = new ArrayList<>();
        for (JsonValue item : json.array(STORES).map(JsonArray::items).orElse(List.of())) {
            if (item instanceof JsonObject store) {
                stores.add(new OperatorMetadata.StoreMetadata(
                        store.text(STORE_NAME).orElse("default"),
                        (int) store.number(PREFIX_COLUMNS).orElse(0),
                        (int) store.number(PARTITIONS).orElse(0),
                        texts(store.array(SCHEMA_PATHS))));
            }
        }
        return Parsed.intact(new OperatorMetadata(
                version,
                (int) operator.get().number(OPERATOR_ID).orElse(0),
                name.get(),
                stores,
                properties(at, json.text(PROPERTIES).orElse(""))));
    }

    /** Properties are JSON inside a JSON string; damaged ones are as good as none. */
    private static JsonObject properties(Location at, String text) {
        return text.isBlank()
                ? JsonObject.EMPTY
                : JsonParser.parseObject(at, text).value().orElse(JsonObject.EMPTY);
    }

    private static List<String> texts(Optional<JsonArray> array) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : array.map(JsonArray::items).orElse(List.of())) {
            if (item instanceof JsonText text) {
                texts.add(text.value());
            }
        }
        return List.copyOf(texts);
    }
}
