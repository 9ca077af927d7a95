package dev.tidemark.checkpoint.offset;

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
import dev.tidemark.format.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of {@code offsets/N} to {@link OffsetEntry}. Accepts what some Spark accepts; which versions one Spark accepts is
 * for the model of that Spark to say. Authority: Spark 2.1 to 4.2 OffsetSeqLog.deserialize.
 */
public final class OffsetEntryParser {
    private static final String WATERMARK = "batchWatermarkMs";
    private static final String TIMESTAMP = "batchTimestampMs";
    private static final String CONF = "conf";
    private static final String SOURCE_METADATA = "sourceMetadataInfo";
    private static final String SOURCE_ID = "sourceId";
    private static final String PROVIDER_NAME = "providerName";
    private static final String API_VERSION = "apiVersion";
    private static final String CONTROL_BATCH = "controlBatchInfo";
    private static final String OPERATION_TYPE = "operationType";
    private static final String OPERATION_INFO = "operationInfo";

    private OffsetEntryParser() {}

    /** The entry; with a damage, what stands in its readable lines. The first damage in Spark's order is the one told. */
    public static Parsed<OffsetEntry> parse(Location at, byte[] bytes) {
        Parsed<List<String>> text = LogText.lines(at, bytes);
        Optional<List<String>> lines = text.value();
        if (lines.isEmpty()) {
            return Parsed.damaged(text.damage().orElseThrow());
        }
        Parsed<OffsetEntry> entry = parse(at, lines.get());
        Damage damage = text.damage().or(entry::damage).orElse(null);
        return damage == null ? entry : withDamage(entry.value(), LogText.inFile(damage, bytes));
    }

    private static Parsed<OffsetEntry> parse(Location at, List<String> lines) {
        if (lines.isEmpty()) {
            Damage empty = new Damage(at, DamageKind.EMPTY, "an offset file", "no bytes");
            return Parsed.damaged(empty.because(new LogFlaw.NoLines()));
        }
        Parsed<Integer> version = VersionLine.parse(at.atLine(1), lines.get(0), OffsetEntry.MAP);
        if (version.value().isEmpty()) {
            return Parsed.damaged(version.damage().orElseThrow());
        }
        Reading reading = new Reading(at, version.value().get());
        version.damage().ifPresent(reading::note);
        reading.metadata(lines);
        reading.sources(lines);
        return withDamage(Optional.of(reading.entry()), reading.first);
    }

    private static Parsed<OffsetEntry> withDamage(Optional<OffsetEntry> entry, @Nullable Damage damage) {
        if (damage == null) {
            return Parsed.intact(entry.orElseThrow());
        }
        return entry.map(value -> Parsed.damaged(value, damage)).orElseGet(() -> Parsed.damaged(damage));
    }

    private static final class Reading {
        private final Location at;
        private final int version;
        private final List<SourceLine> sources = new ArrayList<>();
        private @Nullable OffsetMetadata metadata;
        private @Nullable Damage first;

        Reading(Location at, int version) {
            this.at = at;
            this.version = version;
        }

        OffsetEntry entry() {
            return new OffsetEntry(version, metadata, sources);
        }

        void note(Damage damage) {
            if (first == null) {
                first = damage;
            }
        }

        void metadata(List<String> lines) {
            Location line = at.atLine(2);
            if (lines.size() < 2) {
                Damage ended = new Damage(line, DamageKind.TRUNCATED, "a metadata line", "the end of the file");
                note(ended.because(new LogFlaw.NoMetadataLine()));
                return;
            }
            String text = lines.get(1).trim();
            if (text.isEmpty()) {
                if (version == OffsetEntry.MAP) {
                    Damage empty = new Damage(line, DamageKind.MISSING, "a metadata line", "an empty line");
                    note(empty.because(new LogFlaw.MetadataRequired()));
                }
                return;
            }
            try {
                JsonFields fields = JsonFields.ofNullable(line, text);
                metadata = fields == null ? null : read(fields);
            } catch (MalformedException malformed) {
                note(malformed.damage());
            }
        }

        private OffsetMetadata read(JsonFields fields) {
            Map<String, SourceMetadata> sourceMetadata = new LinkedHashMap<>();
            ControlBatch control = null;
            if (version >= OffsetEntry.MAP) {
                JsonFields described = fields.fields(SOURCE_METADATA);
                JsonObject names = fields.object(SOURCE_METADATA);
                for (JsonObject.Member member : names == null ? List.<JsonObject.Member>of() : names.members()) {
                    JsonFields one = described == null ? null : described.fields(member.name());
                    if (one != null) {
                        sourceMetadata.put(member.name(), sourceMetadata(one));
                    }
                }
                JsonFields controlFields = fields.fields(CONTROL_BATCH);
                control = controlFields == null ? null : control(controlFields);
            }
            return new OffsetMetadata(
                    fields.number(WATERMARK), fields.number(TIMESTAMP), fields.texts(CONF), sourceMetadata, control);
        }

        private static SourceMetadata sourceMetadata(JsonFields fields) {
            return new SourceMetadata(
                    fields.requiredText(SOURCE_ID),
                    fields.requiredText(PROVIDER_NAME),
                    fields.requiredText(API_VERSION));
        }

        private static ControlBatch control(JsonFields fields) {
            return new ControlBatch(fields.requiredText(OPERATION_TYPE), fields.texts(OPERATION_INFO));
        }

        void sources(List<String> lines) {
            for (int i = 2; i < lines.size(); i++) {
                Location line = at.atLine(i + 1);
                String text = lines.get(i);
                if (version != OffsetEntry.MAP) {
                    sources.add(new SourceLine(line, Integer.toString(i - 2), text));
                    continue;
                }
                int colon = text.indexOf(':');
                if (colon < 0) {
                    Damage damage = new Damage(line, DamageKind.MALFORMED, "source id, colon, offset", quoted(text));
                    note(damage.because(new LogFlaw.BadMapLine(text)));
                } else {
                    sources.add(new SourceLine(line, text.substring(0, colon), text.substring(colon + 1)));
                }
            }
        }

        private static String quoted(String text) {
            return '"' + (text.length() <= 40 ? text : text.substring(0, 40) + "...") + '"';
        }
    }
}
