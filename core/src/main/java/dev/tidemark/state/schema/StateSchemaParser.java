package dev.tidemark.state.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.binary.ByteCursor;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.type.SchemaJsonParser;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.StateStoreId;
import org.jspecify.annotations.Nullable;

/** Reads a schema file, which is binary. Spark 4.2: SchemaHelper.SchemaV1Reader, SchemaV2Reader, SchemaV3Reader. */
public final class StateSchemaParser {
    /** Spark keeps at most this many files; a store of more column families is a lie as well. */
    private static final int MAX_FAMILIES = 10_000;

    private static final int MAX_CHUNKS = 10_000;
    private static final String ENCODER_TYPE = "keyStateEncoderType";
    private static final String PREFIX_COLUMNS = "numColsPrefixKey";
    private static final String RANGE_ORDINALS = "orderingOrdinals";

    private StateSchemaParser() {}

    /** The file's schemas; when it is damaged, those of the column families before the damage. */
    public static Parsed<StateSchemaFile> parse(Location at, byte[] bytes) {
        if (bytes.length == 0) {
            return Parsed.damaged(new Damage(at, DamageKind.EMPTY, "a state schema file", "no bytes"));
        }
        ByteCursor cursor = new ByteCursor(at, Slice.of(bytes));
        List<ColumnFamilySchema> families = new ArrayList<>();
        int version = 0;
        try {
            version = version(at, cursor);
            switch (version) {
                case 1 ->
                    families.add(
                            single(utfSchema(at, cursor, "the key schema"), utfSchema(at, cursor, "the value schema")));
                case 2 ->
                    families.add(single(
                            chunkedSchema(at, cursor, "the key schema"),
                            chunkedSchema(at, cursor, "the value schema")));
                default -> families(at, cursor, families);
            }
            return Parsed.intact(new StateSchemaFile(version, families));
        } catch (MalformedException malformed) {
            return families.isEmpty()
                    ? Parsed.damaged(malformed.damage())
                    : Parsed.damaged(new StateSchemaFile(version, families), malformed.damage());
        }
    }

    private static int version(Location at, ByteCursor cursor) {
        String word = cursor.utf("the version of a state schema file");
        return switch (word) {
            case "v1" -> 1;
            case "v2" -> 2;
            case "v3" -> 3;
            default ->
                throw new MalformedException(
                        at.atByte(2), DamageKind.UNSUPPORTED_VERSION, "v1, v2 or v3", shortened(word));
        };
    }

    private static ColumnFamilySchema single(StructSchema key, StructSchema value) {
        return ColumnFamilySchema.of(StateStoreId.DEFAULT_STORE, key, value, KeyEncoding.Whole.WHOLE);
    }

    private static void families(Location at, ByteCursor cursor, List<ColumnFamilySchema> families) {
        int count = cursor.signedInt("the number of column families");
        if (count < 0 || count > MAX_FAMILIES) {
            throw cursor.malformed("the number of column families", Integer.toString(count));
        }
        for (int i = 0; i < count; i++) {
            families.add(family(at, cursor));
        }
    }

    private static ColumnFamilySchema family(Location at, ByteCursor cursor) {
        String name = cursor.utf("the name of a column family");
        cursor.signedShort("the id of the key schema of " + name);
        StructSchema key = chunkedSchema(at, cursor, "the key schema of " + name);
        int valueId = cursor.signedShort("the id of the value schema of " + name);
        StructSchema value = chunkedSchema(at, cursor, "the value schema of " + name);
        KeyEncoding encoding = encoding(at, cursor, name);
        String userKey = chunks(cursor, "the user key schema of " + name);
        return new ColumnFamilySchema(
                name, key, Map.of(valueId, value), valueId, encoding, false, userKey(at, cursor, userKey));
    }

    private static @Nullable StructSchema userKey(Location at, ByteCursor cursor, String json) {
        return json.replaceAll("[{}\\s]", "").isEmpty() ? null : schema(at, cursor, json);
    }

    private static KeyEncoding encoding(Location at, ByteCursor cursor, String family) {
        String what = "the key encoder of " + family;
        Parsed<JsonObject> json = JsonParser.parseObject(at.atByte(cursor.position()), chunks(cursor, what));
        JsonObject object = json.value()
                .orElseThrow(() -> new MalformedException(json.damage().orElseThrow()));
        String type = object.text(ENCODER_TYPE).orElse("");
        return switch (type) {
            case "NoPrefixKeyStateEncoderSpec" -> KeyEncoding.Whole.WHOLE;
            case "PrefixKeyScanStateEncoderSpec" ->
                new KeyEncoding.Prefix((int) object.number(PREFIX_COLUMNS).orElse(0));
            case "RangeKeyScanStateEncoderSpec" -> new KeyEncoding.Range(ordinals(object.array(RANGE_ORDINALS)));
            case "TimestampAsPrefixKeyStateEncoderSpec" -> KeyEncoding.TimestampFirst.TIMESTAMP_FIRST;
            case "TimestampAsPostfixKeyStateEncoderSpec" -> KeyEncoding.TimestampLast.TIMESTAMP_LAST;
            default -> throw cursor.malformed(what, type.isEmpty() ? "none" : shortened(type));
        };
    }

    private static List<Integer> ordinals(Optional<JsonArray> array) {
        List<Integer> ordinals = new ArrayList<>();
        for (JsonValue item : array.map(JsonArray::items).orElse(List.of())) {
            if (item instanceof JsonNumber number) {
                number.asLong().ifPresent(ordinal -> ordinals.add((int) ordinal));
            } else if (item instanceof JsonText text && text.value().matches("\\d{1,6}")) {
                ordinals.add(Integer.parseInt(text.value()));
            }
        }
        return List.copyOf(ordinals);
    }

    private static StructSchema utfSchema(Location at, ByteCursor cursor, String what) {
        return schema(at, cursor, cursor.utf(what));
    }

    private static StructSchema chunkedSchema(Location at, ByteCursor cursor, String what) {
        return schema(at, cursor, chunks(cursor, what));
    }

    private static String chunks(ByteCursor cursor, String what) {
        int count = cursor.signedInt("the number of pieces of " + what);
        if (count < 0 || count > MAX_CHUNKS) {
            throw cursor.malformed("the number of pieces of " + what, Integer.toString(count));
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(cursor.utf(what));
        }
        return text.toString();
    }

    private static StructSchema schema(Location at, ByteCursor cursor, String json) {
        Parsed<StructSchema> schema = SchemaJsonParser.parse(at.atByte(cursor.position()), json);
        return schema.value()
                .orElseThrow(() -> new MalformedException(schema.damage().orElseThrow()));
    }

    private static String shortened(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }
}
