package dev.tidemark.state.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.StoragePath;

/** Reads the {@code metadata} entry: a version line, then JSON. Spark 4.2: RocksDBCheckpointMetadata.readFromFile. */
final class SnapshotManifestParser {
    private static final String SST_FILES = "sstFiles";
    private static final String LOG_FILES = "logFiles";
    private static final String LOCAL_NAME = "localFileName";
    private static final String STORED_SST_NAME = "dfsSstFileName";
    private static final String STORED_LOG_NAME = "dfsLogFileName";
    private static final String SIZE_BYTES = "sizeBytes";
    private static final String KEYS = "numKeys";
    private static final String INTERNAL_KEYS = "numInternalKeys";
    private static final String FAMILY_IDS = "columnFamilyMapping";
    private static final String FAMILY_TYPES = "columnFamilyTypeMap";
    private static final Pattern SST_NAME = Pattern.compile("\\d{1,19}\\.sst");
    private static final Pattern LOG_NAME = Pattern.compile("\\d{1,19}\\.log");
    private static final int MAX_FAMILY_ID = 0xffff;

    private SnapshotManifestParser() {}

    static Parsed<SnapshotManifest> parse(Location at, byte[] bytes) {
        try {
            String text = new String(bytes, StandardCharsets.UTF_8);
            int newline = text.indexOf('\n');
            String versionLine = newline < 0 ? text : text.substring(0, newline);
            int formatVersion = version(at, versionLine.strip());
            if (newline < 0) {
                throw new MalformedException(at, DamageKind.TRUNCATED, "JSON behind the version line", "the end");
            }
            Parsed<JsonObject> parsed = JsonParser.parseObject(at.atLine(2), text.substring(newline + 1));
            Optional<Damage> damage = parsed.damage();
            if (damage.isPresent()) {
                return Parsed.damaged(damage.get());
            }
            return Parsed.intact(
                    manifest(at.atLine(2), formatVersion, parsed.value().orElseThrow()));
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
    }

    private static int version(Location at, String line) {
        return switch (line) {
            case "v1" -> 1;
            case "v2" -> 2;
            default ->
                throw new MalformedException(
                        at.atLine(1), DamageKind.UNSUPPORTED_VERSION, "v1", line.isEmpty() ? "an empty line" : line);
        };
    }

    private static SnapshotManifest manifest(Location at, int formatVersion, JsonObject json) {
        return new SnapshotManifest(
                formatVersion,
                files(at, json, SST_FILES, STORED_SST_NAME, SST_NAME),
                files(at, json, LOG_FILES, STORED_LOG_NAME, LOG_NAME),
                new SnapshotManifest.Counts(
                        json.number(KEYS).orElse(-1), json.number(INTERNAL_KEYS).orElse(-1)),
                families(at, json));
    }

    private static List<ImmutableFile> files(
            Location at, JsonObject json, String field, String storedName, Pattern localNames) {
        List<ImmutableFile> files = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Optional<JsonArray> array = json.array(field);
        if (array.isEmpty()) {
            return files;
        }
        for (JsonValue item : array.get().items()) {
            if (!(item instanceof JsonObject file)) {
                throw new MalformedException(at, DamageKind.MALFORMED, field + " to hold objects", item.toString());
            }
            OptionalLong sizeBytes = file.number(SIZE_BYTES);
            if (sizeBytes.isEmpty() || sizeBytes.getAsLong() < 0) {
                throw new MalformedException(at, DamageKind.MALFORMED, "a size in " + field, item.toString());
            }
            String localName = fileName(at, file, LOCAL_NAME);
            if (!localNames.matcher(localName).matches() || !seen.add(localName)) {
                throw new MalformedException(at, DamageKind.MALFORMED, "distinct RocksDB file names", localName);
            }
            files.add(new ImmutableFile(localName, fileName(at, file, storedName), sizeBytes.getAsLong()));
        }
        return files;
    }

    /** A plain name: what leads out of a directory or into another is refused. */
    private static String fileName(Location at, JsonObject file, String field) {
        String name = file.text(field)
                .orElseThrow(() ->
                        new MalformedException(at, DamageKind.MALFORMED, field + " of every file", file.toString()));
        if (name.indexOf('/') >= 0
                || name.indexOf('\\') >= 0
                || StoragePath.inside(name).isEmpty()) {
            throw new MalformedException(at, DamageKind.MALFORMED, "a plain file name in " + field, name);
        }
        return name;
    }

    private static Map<String, SnapshotManifest.Family> families(Location at, JsonObject json) {
        JsonObject types = json.object(FAMILY_TYPES).orElse(JsonObject.EMPTY);
        Map<String, SnapshotManifest.Family> families = new LinkedHashMap<>();
        for (JsonObject.Member member :
                json.object(FAMILY_IDS).orElse(JsonObject.EMPTY).members()) {
            OptionalLong id = json.object(FAMILY_IDS).orElseThrow().number(member.name());
            if (id.isEmpty() || id.getAsLong() < 0 || id.getAsLong() > MAX_FAMILY_ID) {
                throw new MalformedException(
                        at,
                        DamageKind.MALFORMED,
                        "a column family id for " + member.name(),
                        member.value().toString());
            }
            boolean isInternal = types.truth(member.name()).orElse(false);
            families.put(member.name(), new SnapshotManifest.Family((int) id.getAsLong(), isInternal));
        }
        return families;
    }
}
