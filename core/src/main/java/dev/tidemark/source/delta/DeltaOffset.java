package dev.tidemark.source.delta;

import java.util.OptionalLong;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;

/**
 * A place between two files of a table's history, as the source holds it in memory. Authority: Delta 4.0
 * DeltaSourceOffset with its Serializer and Deserializer.
 *
 * @param tableId the table's id
 * @param index the last file taken in the version, or one of the sentinels
 */
record DeltaOffset(String tableId, long version, long index, boolean isInitialSnapshot) {
    /** Before everything in a version. */
    static final long BASE = -100;

    /** At a change of the table's metadata. */
    static final long METADATA_CHANGE = -20;

    /** Past it. */
    static final long POST_METADATA_CHANGE = -19;

    /** Behind everything in a version; never written. */
    static final long END = Long.MAX_VALUE - 100;

    private static final long BASE_ON_DISK = -1;
    private static final int BARRIER_SOURCE_VERSION = 3;

    DeltaOffset {
        if (index == BASE_ON_DISK) {
            throw DeltaSourceErrors.assertion("Index should never be -1, it should be set to the BASE_INDEX instead.");
        }
    }

    /**
     * An offset from a log.
     *
     * @throws dev.tidemark.source.SourceFailureException with what Delta throws for text it cannot take
     */
    static DeltaOffset parse(String json) {
        Parsed<JsonValue> parsed = JsonParser.parse(Location.of("offset"), json);
        if (parsed.value().isEmpty()) {
            Damage damage = parsed.damage().orElseThrow();
            throw damage.kind() == DamageKind.EMPTY
                    ? DeltaSourceErrors.mismatchedInput("No content to map due to end-of-input")
                    : DeltaSourceErrors.invalidOffsetFormat();
        }
        if (!(parsed.value().get() instanceof JsonObject object)) {
            throw DeltaSourceErrors.mismatchedInput(
                    "Cannot construct instance of `DeltaSourceOffset$DeltaSourceOffsetForSerialization`");
        }
        long sourceVersion = whole(object, "sourceVersion");
        String tableId = object.find("reservoirId")
                .filter(JsonText.class::isInstance)
                .map(value -> ((JsonText) value).value())
                .orElse("null");
        long version = whole(object, "reservoirVersion");
        long index = whole(object, "index");
        boolean isStartingVersion = truth(object, "isStartingVersion");
        if (sourceVersion < 1 || sourceVersion == 2) {
            throw DeltaSourceErrors.invalidSourceVersion(sourceVersion);
        }
        if (sourceVersion > BARRIER_SOURCE_VERSION) {
            throw DeltaSourceErrors.formatTooNew(sourceVersion, BARRIER_SOURCE_VERSION);
        }
        if (sourceVersion < BARRIER_SOURCE_VERSION && index == BASE_ON_DISK) {
            index = BASE;
        }
        if (index == END) {
            throw DeltaSourceErrors.assertion("Should not deserialize END_INDEX");
        }
        return new DeltaOffset(tableId, version, index, isStartingVersion);
    }

    private static long whole(JsonObject object, String field) {
        JsonValue value = object.find(field).orElse(JsonNull.NULL);
        if (value == JsonNull.NULL) {
            return 0;
        }
        String digits = value instanceof JsonNumber number
                ? number.digits()
                : value instanceof JsonText text ? text.value().trim() : "";
        OptionalLong whole = new JsonNumber(digits).asLong();
        if (whole.isPresent()) {
            return whole.getAsLong();
        }
        if (value instanceof JsonNumber fraction
                && fraction.asDecimal().toBigInteger().bitLength() < Long.SIZE) {
            return fraction.asDecimal().longValue();
        }
        throw value instanceof JsonText || value instanceof JsonNumber
                ? DeltaSourceErrors.invalidOffsetFormat()
                : DeltaSourceErrors.mismatchedInput("Cannot deserialize value of type `long`");
    }

    private static boolean truth(JsonObject object, String field) {
        JsonValue value = object.find(field).orElse(JsonNull.NULL);
        if (value == JsonNull.NULL) {
            return false;
        } else if (value instanceof JsonTruth truth) {
            return truth.value();
        } else if (value instanceof JsonText text) {
            return switch (text.value().trim()) {
                case "true", "True", "TRUE" -> true;
                case "false", "False", "FALSE", "" -> false;
                default -> throw DeltaSourceErrors.invalidOffsetFormat();
            };
        } else if (value instanceof JsonNumber number && number.asLong().isPresent()) {
            return number.asLong().getAsLong() != 0;
        }
        throw DeltaSourceErrors.mismatchedInput("Cannot deserialize value of type `boolean`");
    }

    /** The offset as a log holds it. */
    String json() {
        if (index == END) {
            throw new IllegalStateException("an END index is never an offset");
        }
        boolean isBarrier = index == METADATA_CHANGE || index == POST_METADATA_CHANGE;
        return JsonObject.builder()
                .put("sourceVersion", isBarrier ? BARRIER_SOURCE_VERSION : 1)
                .put("reservoirId", tableId)
                .put("reservoirVersion", version)
                .put("index", index == BASE ? BASE_ON_DISK : index)
                .put("isStartingVersion", isInitialSnapshot)
                .build()
                .toString();
    }

    /** The same version at another index. */
    DeltaOffset at(long newIndex) {
        return new DeltaOffset(tableId, version, newIndex, isInitialSnapshot);
    }

    /** Whether a file lies at or before this place. */
    boolean covers(IndexedFile file) {
        return file.version() < version || (file.version() == version && file.index() <= index);
    }
}
