package dev.tidemark.delta.log;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

import dev.tidemark.delta.action.Sidecar;
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
 * The bytes of {@code _last_checkpoint} to {@link LastCheckpoint}.
 *
 * <p>Authority: Delta 4.2: {@code LastCheckpointInfo.deserializeFromJson} and {@code treeNodeToChecksum}; the protocol's
 * section "Last Checkpoint File" orders the entries of the checksum differently, so both orders are computed.
 */
public final class LastCheckpointParser {
    private static final int MAX_DEPTH = 100;

    private LastCheckpointParser() {}

    /** Reads the hint; only its first line counts. */
    public static Parsed<LastCheckpoint> parse(Location at, byte[] bytes) {
        String line =
                new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("");
        Parsed<JsonObject> json = JsonParser.parseObject(at, line);
        if (json.value().isEmpty()) {
            return Parsed.damaged(json.damage().orElseThrow());
        }
        try {
            JsonObject object = json.value().get();
            requireUniqueNames(at, object, 0);
            return Parsed.intact(hint(at, object));
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
    }

    private static LastCheckpoint hint(Location at, JsonObject object) {
        OptionalLong parts = whole(at, object, "parts");
        JsonValue schema = object.find("checkpointSchema").orElse(JsonNull.NULL);
        if (schema != JsonNull.NULL && !(schema instanceof JsonObject)) {
            throw new MalformedException(at, DamageKind.MALFORMED, "checkpointSchema as an object", "something else");
        }
        whole(at, object, "sizeInBytes");
        whole(at, object, "numOfAddFiles");
        return new LastCheckpoint(
                whole(at, object, "version").orElse(0),
                whole(at, object, "size").orElse(0),
                parts.isEmpty() ? null : (int) parts.getAsLong(),
                schema != JsonNull.NULL,
                hasField(schema, "add"),
                object.object("v2Checkpoint").map(v2 -> v2(at, v2)).orElse(null),
                digest(object));
    }

    private static boolean hasField(JsonValue schema, String name) {
        return schema instanceof JsonObject struct
                && struct.array("fields").map(JsonArray::items).orElse(List.of()).stream()
                        .filter(JsonObject.class::isInstance)
                        .anyMatch(field -> ((JsonObject) field).text("name").equals(Optional.of(name)));
    }

    private static LastCheckpoint.V2 v2(Location at, JsonObject v2) {
        boolean marked = v2.array("nonFileActions").map(JsonArray::items).orElse(List.of()).stream()
                .filter(JsonObject.class::isInstance)
                .anyMatch(action ->
                        ((JsonObject) action).object("checkpointMetadata").isPresent());
        List<Sidecar> sidecars = v2.array("sidecarFiles")
                .map(array -> array.items().stream()
                        .filter(JsonObject.class::isInstance)
                        .map(item -> sidecar(at, (JsonObject) item))
                        .toList())
                .orElse(null);
        return new LastCheckpoint.V2(v2.text("path").orElse(null), marked, sidecars);
    }

    private static Sidecar sidecar(Location at, JsonObject sidecar) {
        return new Sidecar(
                sidecar.text("path").orElse(""),
                whole(at, sidecar, "sizeInBytes").orElse(0),
                whole(at, sidecar, "modificationTime").orElse(0),
                java.util.Map.of());
    }

    /** A whole number, also one that is written as a string, which Jackson's binding takes. */
    private static OptionalLong whole(Location at, JsonObject object, String field) {
        JsonValue value = object.find(field).orElse(JsonNull.NULL);
        if (value == JsonNull.NULL) {
            return OptionalLong.empty();
        }
        OptionalLong whole = OptionalLong.empty();
        if (value instanceof JsonNumber number) {
            whole = number.asLong();
        } else if (value instanceof JsonText text) {
            whole = new JsonNumber(text.value().trim()).asLong();
        }
        if (whole.isEmpty()) {
            throw new MalformedException(at, DamageKind.MALFORMED, field + " as a whole number", value.toString());
        }
        return whole;
    }

    private static void requireUniqueNames(Location at, JsonValue value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedException(at, DamageKind.TOO_LARGE, "at most " + MAX_DEPTH + " levels", "more");
        }
        if (value instanceof JsonObject object) {
            Set<String> names = new HashSet<>();
            for (JsonObject.Member member : object.members()) {
                if (!names.add(member.name())) {
                    throw new MalformedException(
                            new Damage(at, DamageKind.MALFORMED, "each name once", member.name() + " twice"));
                }
                requireUniqueNames(at, member.value(), depth + 1);
            }
        } else if (value instanceof JsonArray array) {
            array.items().forEach(item -> requireUniqueNames(at, item, depth + 1));
        }
    }

    private static LastCheckpoint.Digest digest(JsonObject object) {
        Optional<String> stored = object.find("checksum").map(LastCheckpointParser::textOf);
        if (stored.isEmpty()) {
            return LastCheckpoint.Digest.ABSENT;
        }
        List<Entry> entries = new ArrayList<>();
        flatten(object, "", entries);
        entries.removeIf(entry -> entry.path().equals("\"checksum\""));
        if (stored.get().equals(digest(entries, Comparator.comparing(Entry::toString)))) {
            return LastCheckpoint.Digest.MATCHES;
        }
        return stored.get().equals(digest(entries, Comparator.comparing(Entry::path)))
                ? LastCheckpoint.Digest.MATCHES_PROTOCOL_ONLY
                : LastCheckpoint.Digest.MISMATCH;
    }

    private record Entry(String path, String value) {
        @Override
        public String toString() {
            return path + "=" + value;
        }
    }

    private static void flatten(JsonValue value, String path, List<Entry> entries) {
        if (value instanceof JsonObject object) {
            for (JsonObject.Member member : object.members()) {
                flatten(member.value(), joined(path, encoded(member.name())), entries);
            }
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.items().size(); i++) {
                flatten(array.items().get(i), joined(path, Integer.toString(i)), entries);
            }
        } else {
            entries.add(new Entry(path, value instanceof JsonText text ? encoded(text.value()) : textOf(value)));
        }
    }

    private static String joined(String path, String segment) {
        return path.isEmpty() ? segment : path + "+" + segment;
    }

    private static @Nullable String digest(List<Entry> entries, Comparator<Entry> order) {
        String text = entries.stream().sorted(order).map(Entry::toString).collect(Collectors.joining(","));
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has MD5", impossible);
        }
    }

    private static String textOf(JsonValue value) {
        if (value instanceof JsonText text) {
            return text.value();
        }
        return value instanceof JsonTruth truth ? Boolean.toString(truth.value()) : value.toString();
    }

    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder("\"");
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(octet)) {
                encoded.append((char) octet);
            } else {
                encoded.append(String.format("%%%02X", octet & 0xFF));
            }
        }
        return encoded.append('"').toString();
    }

    private static boolean isUnreserved(byte octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || "-._~".indexOf(octet) >= 0;
    }
}
