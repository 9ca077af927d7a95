package dev.tidemark.checkpoint.commit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.log.JsonFields;
import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.checkpoint.log.LogText;
import dev.tidemark.checkpoint.log.VersionLine;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of {@code commits/N} to {@link CommitEntry}. A file of a version line alone is whole; lines behind the second do not
 * count. Authority: Spark 2.2 to 4.2 CommitLog.deserialize.
 */
public final class CommitEntryParser {
    private static final String WATERMARK = "nextBatchWatermarkMs";
    /** Of the ids of state. */
    public static final String UNIQUE_IDS = "stateUniqueIds";

    private static final String SINKS = "sinkMetadataMap";
    /** What Spark misses when it means {@link #SINKS}: its constructor of one string. */
    private static final String WITHOUT_SINKS = "json";

    private static final String SINK_NAME = "sinkName";
    private static final String COMMIT_OFFSET = "commitOffset";
    private static final String PROVIDER_NAME = "providerName";
    private static final String API_VERSION = "apiVersion";
    private static final String IS_ACTIVE = "isActive";
    private static final int WITH_SINKS = 3;

    /** One item that is no list, no text: makes the whole field count as absent. */
    private static final List<JsonValue> NOT_A_LIST = List.of(JsonObject.EMPTY);

    private CommitEntryParser() {}

    /** The entry; with a damage, what was readable. The first damage in Spark's order is the one told. */
    public static Parsed<CommitEntry> parse(Location at, byte[] bytes) {
        Parsed<List<String>> text = LogText.lines(at, bytes);
        Optional<List<String>> lines = text.value();
        if (lines.isEmpty()) {
            return Parsed.damaged(text.damage().orElseThrow());
        }
        Parsed<CommitEntry> entry = parse(at, lines.get());
        Damage damage = text.damage().or(entry::damage).orElse(null);
        return damage == null ? entry : withDamage(entry.value(), LogText.inFile(damage, bytes));
    }

    private static Parsed<CommitEntry> parse(Location at, List<String> lines) {
        if (lines.isEmpty()) {
            Damage empty = new Damage(at, DamageKind.EMPTY, "a commit file", "no bytes");
            return Parsed.damaged(empty.because(new LogFlaw.NoLines()));
        }
        Parsed<Integer> version = VersionLine.parse(at.atLine(1), lines.get(0).trim(), CommitEntry.NEWEST_VERSION);
        if (version.value().isEmpty()) {
            return Parsed.damaged(version.damage().orElseThrow());
        }
        int number = version.value().get();
        Damage unknown = version.damage().orElse(null);
        if (lines.size() < 2) {
            return withDamage(Optional.of(bare(number)), unknown);
        }
        CommitEntry readable = bare(number);
        try {
            JsonFields fields = JsonFields.of(at.atLine(2), lines.get(1));
            readable = new CommitEntry(number, watermarkOrNull(fields), null, Map.of());
            CommitEntry entry = read(number, at.atLine(2), fields);
            return withDamage(Optional.of(entry), unknown);
        } catch (MalformedException malformed) {
            return Parsed.damaged(readable, unknown == null ? malformed.damage() : unknown);
        }
    }

    private static @Nullable Long watermarkOrNull(JsonFields fields) {
        try {
            return fields.number(WATERMARK);
        } catch (MalformedException itself) {
            return null;
        }
    }

    private static CommitEntry bare(int version) {
        return new CommitEntry(version, null, null, Map.of());
    }

    private static Parsed<CommitEntry> withDamage(Optional<CommitEntry> entry, @Nullable Damage damage) {
        if (damage == null) {
            return Parsed.intact(entry.orElseThrow());
        }
        return entry.map(value -> Parsed.damaged(value, damage)).orElseGet(() -> Parsed.damaged(damage));
    }

    private static CommitEntry read(int version, Location at, JsonFields fields) {
        Map<String, SinkMetadata> sinks = version == WITH_SINKS ? sinks(at, fields) : Map.of();
        return new CommitEntry(version, fields.number(WATERMARK), uniqueIds(fields), sinks);
    }

    /** The ids; null when there are none, or, as json4s reads an optional field, when they have another shape. */
    private static @Nullable Map<Long, List<List<String>>> uniqueIds(JsonFields fields) {
        JsonObject operators = fields.objectOrNull(UNIQUE_IDS);
        if (operators == null) {
            return null;
        }
        Map<Long, List<List<String>>> ids = new LinkedHashMap<>();
        for (JsonObject.Member operator : operators.members()) {
            long operatorId = operatorId(fields, operator);
            List<List<String>> partitions = new ArrayList<>();
            for (JsonValue partition : items(operator.value()).orElse(NOT_A_LIST)) {
                List<String> stores = stores(partition);
                if (stores == null) {
                    return null;
                }
                partitions.add(stores);
            }
            ids.put(operatorId, List.copyOf(partitions));
        }
        return ids;
    }

    private static @Nullable List<String> stores(JsonValue partition) {
        List<String> stores = new ArrayList<>();
        for (JsonValue store : items(partition).orElse(NOT_A_LIST)) {
            Optional<String> id = JsonFields.asText(store);
            if (id.isEmpty()) {
                return null;
            }
            stores.add(id.get());
        }
        return List.copyOf(stores);
    }

    private static long operatorId(JsonFields fields, JsonObject.Member operator) {
        try {
            return Long.parseLong(operator.name());
        } catch (NumberFormatException notNumeric) {
            Damage damage = fields.wrongShape(UNIQUE_IDS, "an operator id", new JsonText(operator.name()))
                    .damage();
            throw new MalformedException(damage.because(new LogFlaw.BadOperatorId(operator.name())));
        }
    }

    private static Optional<List<JsonValue>> items(JsonValue value) {
        if (value == JsonNull.NULL) {
            return Optional.of(List.of());
        }
        return value instanceof JsonArray array ? Optional.of(array.items()) : Optional.empty();
    }

    private static Map<String, SinkMetadata> sinks(Location at, JsonFields fields) {
        JsonObject names = fields.object(SINKS);
        JsonFields described = fields.fields(SINKS);
        if (names == null || described == null) {
            throw fields.missing(WITHOUT_SINKS, "field " + SINKS + " and a string");
        }
        Map<String, SinkMetadata> sinks = new LinkedHashMap<>();
        for (JsonObject.Member member : names.members()) {
            JsonFields one = described.fields(member.name());
            if (one != null) {
                Boolean active = one.truth(IS_ACTIVE);
                sinks.put(
                        member.name(),
                        new SinkMetadata(
                                one.requiredText(SINK_NAME),
                                one.requiredText(COMMIT_OFFSET),
                                one.requiredText(PROVIDER_NAME),
                                one.requiredText(API_VERSION),
                                active != null && active));
            }
        }
        if (sinks.values().stream().filter(SinkMetadata::isActive).count() != 1) {
            long active = sinks.values().stream().filter(SinkMetadata::isActive).count();
            String requirement = sinks.isEmpty()
                    ? "VERSION_3 commit log requires a non-empty sinkMetadataMap"
                    : "VERSION_3 commit log requires exactly one active sink, but found " + active
                            + " in sinkMetadataMap";
            Damage damage = new Damage(at, DamageKind.MISSING, "exactly one active sink", sinks.size() + " sinks");
            throw new MalformedException(damage.because(new LogFlaw.RequirementFailed(requirement)));
        }
        return sinks;
    }
}
