package dev.tidemark.delta.action;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageCause;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonCursor;
import dev.tidemark.format.json.JsonCursor.NotJsonException;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a log file to actions. A regular {@code add} or {@code remove} is read straight from the bytes without what
 * was not asked for; every other line becomes a tree first. One parser serves one thread.
 *
 * <p>Authority: Spark's JSON reader in FAILFAST mode with Delta's action schema (Delta 4.2: {@code Action.logSchema},
 * {@code SingleAction.unwrap}) and Delta Kernel's {@code DefaultJsonRow}. Where they differ the line is irregular.
 */
public final class ActionParser {
    private static final byte[][] FILE_ACTIONS = names("add", "remove");
    private static final byte[][] ADD_FIELDS = names(
            "path",
            "partitionValues",
            "size",
            "modificationTime",
            "dataChange",
            "stats",
            "tags",
            "deletionVector",
            "baseRowId",
            "defaultRowCommitVersion",
            "clusteringProvider");
    private static final byte[][] REMOVE_FIELDS = names(
            "path",
            "deletionTimestamp",
            "dataChange",
            "extendedFileMetadata",
            "partitionValues",
            "size",
            "tags",
            "deletionVector",
            "baseRowId",
            "defaultRowCommitVersion",
            "stats");
    private static final byte[][] VECTOR_FIELDS =
            names("storageType", "pathOrInlineDv", "offset", "sizeInBytes", "cardinality");
    private static final int MOST_SHARED_PARTITIONS = 10_000;

    private static final int PATH = 1;
    private static final int PARTITION_VALUES = 2;
    private static final int SIZE = 4;
    private static final int MODIFICATION_TIME = 8;
    private static final int DATA_CHANGE = 16;
    private static final int WHOLE_ADD = PATH | PARTITION_VALUES | SIZE | MODIFICATION_TIME | DATA_CHANGE;
    private static final int WHOLE_VECTOR = 1 | 2 | 8 | 16;

    private final Location file;
    private final ActionDetail detail;
    private final JsonCursor cursor = new JsonCursor();
    private final Map<Map<String, @Nullable String>, PartitionValues> sharedPartitions = new HashMap<>();

    /**
     * A parser for the lines of one file or several.
     *
     * @param file where damage is said to be
     */
    public ActionParser(Location file, ActionDetail detail) {
        this.file = file;
        this.detail = detail;
    }

    /** Reads one line, without its end, and tells the sink what it holds. */
    public void parseLine(byte[] bytes, int from, int to, long line, ActionSink sink) {
        try {
            FileAction regular = regularFileAction(bytes, from, to);
            if (regular != null) {
                sink.accept(regular, line);
                return;
            }
        } catch (NotJsonException irregular) {
            // The slow way judges.
        }
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0 && !isUtf8(bytes, from, to)) {
            sink.irregular(new Irregularity(Irregularity.Kind.NOT_UTF8, "", Utf8Fault.of(bytes, from, to)), line);
        }
        parseSlowly(text, line, sink);
    }

    private static boolean isUtf8(byte[] bytes, int from, int to) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    private @Nullable FileAction regularFileAction(byte[] bytes, int from, int to) throws NotJsonException {
        cursor.over(bytes, from, to);
        if (to - from < 8 || bytes[from] != '{' || !cursor.enterObject()) {
            return null;
        }
        int action = cursor.name(FILE_ACTIONS, 0);
        if (action < 0 || cursor.kind() != JsonCursor.Kind.OBJECT) {
            return null;
        }
        FileAction read = action == 0 ? regularAdd() : regularRemove();
        return read == null || cursor.nextMember() || cursor.hasMore() ? null : read;
    }

    private @Nullable Add regularAdd() throws NotJsonException {
        int seen = 0;
        String path = "";
        PartitionValues partition = PartitionValues.NONE;
        long sizeBytes = 0;
        long modifiedAtMs = 0;
        boolean dataChange = false;
        DeletionVectorDescriptor vector = null;
        DetailFields extra = detail.hasRowCounts() ? new DetailFields() : null;
        int field = -1;
        for (boolean more = cursor.enterObject(); more; more = cursor.nextMember()) {
            field = cursor.name(ADD_FIELDS, field + 1);
            switch (field) {
                case 0 -> {
                    path = cursor.string();
                    seen |= PATH;
                }
                case 1 -> {
                    partition = partitionValues();
                    seen |= PARTITION_VALUES;
                }
                case 2 -> {
                    sizeBytes = cursor.whole();
                    seen |= SIZE;
                }
                case 3 -> {
                    modifiedAtMs = cursor.whole();
                    seen |= MODIFICATION_TIME;
                }
                case 4 -> {
                    dataChange = cursor.truth();
                    seen |= DATA_CHANGE;
                }
                case 5 -> extraText(extra, 0);
                case 6 -> extraTags(extra);
                case 7 -> vector = vector();
                case 8 -> extraWhole(extra, 0);
                case 9 -> extraWhole(extra, 1);
                case 10 -> extraText(extra, 1);
                default -> cursor.skip();
            }
        }
        if (seen != WHOLE_ADD) {
            return null;
        }
        return new Add(
                path,
                partition,
                sizeBytes,
                modifiedAtMs,
                dataChange,
                vector,
                extra == null ? FileDetail.NONE : asked(extra.detail()));
    }

    private FileDetail asked(FileDetail found) {
        return detail.isEverything() ? found : found.rowCountAlone();
    }

    private @Nullable Remove regularRemove() throws NotJsonException {
        String path = null;
        Long deletedAtMs = null;
        boolean dataChange = true;
        DeletionVectorDescriptor vector = null;
        DetailFields extra = detail.isEverything() ? new DetailFields() : null;
        Boolean extended = null;
        PartitionValues partition = null;
        Long sizeBytes = null;
        int field = -1;
        for (boolean more = cursor.enterObject(); more; more = cursor.nextMember()) {
            field = cursor.name(REMOVE_FIELDS, field + 1);
            switch (field) {
                case 0 -> path = cursor.string();
                case 1 -> deletedAtMs = nullableWhole();
                case 2 -> dataChange = cursor.truth();
                case 3 -> extended = cursor.skipNull() ? null : cursor.truth();
                case 4 -> partition = formerPartition();
                case 5 -> sizeBytes = nullableWhole();
                case 6 -> extraTags(extra);
                case 7 -> vector = vector();
                case 8 -> extraWhole(extra, 0);
                case 9 -> extraWhole(extra, 1);
                case 10 -> extraText(extra, 0);
                default -> cursor.skip();
            }
        }
        if (path == null) {
            return null;
        }
        return new Remove(
                path,
                deletedAtMs,
                dataChange,
                vector,
                extra == null ? Remove.Former.NONE : new Remove.Former(extended, partition, sizeBytes),
                extra == null ? FileDetail.NONE : extra.detail());
    }

    private @Nullable PartitionValues formerPartition() throws NotJsonException {
        return cursor.skipNull() ? null : partitionValues();
    }

    private @Nullable Long nullableWhole() throws NotJsonException {
        return cursor.skipNull() ? null : cursor.whole();
    }

    private PartitionValues partitionValues() throws NotJsonException {
        if (!detail.hasPartitionValues()) {
            skipTexts();
            return PartitionValues.NONE;
        }
        if (!cursor.enterObject()) {
            return PartitionValues.NONE;
        }
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        do {
            String column = cursor.name();
            values.put(column, cursor.skipNull() ? null : cursor.string());
        } while (cursor.nextMember());
        return shared(values);
    }

    /** Passes over an object of texts and nulls, and makes no text of any. */
    private void skipTexts() throws NotJsonException {
        for (boolean more = cursor.enterObject(); more; more = cursor.nextMember()) {
            cursor.skipName();
            if (!cursor.skipNull()) {
                skipText();
            }
        }
    }

    private void skipText() throws NotJsonException {
        if (cursor.kind() != JsonCursor.Kind.STRING) {
            throw new UnusualException();
        }
        cursor.skip();
    }

    private PartitionValues shared(Map<String, @Nullable String> values) {
        if (sharedPartitions.size() >= MOST_SHARED_PARTITIONS) {
            sharedPartitions.clear();
        }
        return sharedPartitions.computeIfAbsent(values, PartitionValues::new);
    }

    private @Nullable DeletionVectorDescriptor vector() throws NotJsonException {
        if (cursor.skipNull()) {
            return null;
        }
        int seen = 0;
        String storageType = "";
        String pathOrInline = "";
        Integer offset = null;
        long size = 0;
        long cardinality = 0;
        int field = -1;
        for (boolean more = cursor.enterObject(); more; more = cursor.nextMember()) {
            field = cursor.name(VECTOR_FIELDS, field + 1);
            switch (field) {
                case 0 -> storageType = cursor.string();
                case 1 -> pathOrInline = cursor.string();
                case 2 -> offset = cursor.skipNull() ? null : intOf(cursor.whole());
                case 3 -> size = cursor.whole();
                case 4 -> cardinality = cursor.whole();
                default -> cursor.skip();
            }
            seen |= field < 0 ? 0 : 1 << field;
        }
        if ((seen & WHOLE_VECTOR) != WHOLE_VECTOR) {
            throw new UnusualException();
        }
        return new DeletionVectorDescriptor(storageType, pathOrInline, offset, intOf(size), cardinality);
    }

    private static int intOf(long value) throws NotJsonException {
        if (value != (int) value) {
            throw new UnusualException();
        }
        return (int) value;
    }

    private void extraText(@Nullable DetailFields extra, int index) throws NotJsonException {
        if (cursor.skipNull()) {
            return;
        }
        if (extra != null) {
            extra.texts[index] = cursor.string();
        } else {
            skipText();
        }
    }

    private void extraWhole(@Nullable DetailFields extra, int index) throws NotJsonException {
        Long value = nullableWhole();
        if (extra != null) {
            extra.wholes[index] = value;
        }
    }

    private void extraTags(@Nullable DetailFields extra) throws NotJsonException {
        if (cursor.skipNull()) {
            return;
        }
        if (extra == null) {
            skipTexts();
            return;
        }
        for (boolean more = cursor.enterObject(); more; more = cursor.nextMember()) {
            extra.tags.put(cursor.name(), cursor.skipNull() ? null : cursor.string());
        }
    }

    /** Ends the fast way over a line that is fine JSON and no regular action. */
    private static final class UnusualException extends NotJsonException {
        private static final long serialVersionUID = 1L;

        UnusualException() {
            super("unusual");
        }
    }

    private static final class DetailFields {
        private final @Nullable String[] texts = new @Nullable String[2];
        private final @Nullable Long[] wholes = new @Nullable Long[2];
        private final Map<String, @Nullable String> tags = new LinkedHashMap<>();

        FileDetail detail() {
            return new FileDetail(texts[0], tags, wholes[0], wholes[1], texts[1]);
        }
    }

    private void parseSlowly(String text, long line, ActionSink sink) {
        String json = text;
        if (!json.isEmpty() && json.charAt(0) == '\uFEFF') {
            sink.irregular(new Irregularity(Irregularity.Kind.BYTE_ORDER_MARK, "", ""), line);
            json = json.substring(1);
        }
        if (json.isBlank()) {
            sink.irregular(new Irregularity(Irregularity.Kind.BLANK_LINE, "", ""), line);
            return;
        }
        Location at = file.atLine((int) Math.min(line, Integer.MAX_VALUE));
        Parsed<JsonValue> parsed = JsonParser.parse(at, json);
        if (parsed.damage().isPresent()) {
            parsed = JsonParser.parseAsSpark(at, json);
            if (parsed.isIntact()) {
                sink.irregular(new Irregularity(Irregularity.Kind.LIBERAL_JSON, "", ""), line);
            }
        }
        if (parsed.damage().isPresent()) {
            Damage damage = parsed.damage().get();
            TornLine torn = TornLine.of(json);
            DamageCause cause = damage.kind() == DamageKind.TRUNCATED || torn.isBehindComma()
                    ? torn
                    : MarredLine.of(json, damage.at().byteOffset());
            sink.damaged(fault(damage.kind()), damage.because(cause), line);
            return;
        }
        JsonValue value = parsed.value().orElseThrow();
        if (value instanceof JsonObject object) {
            if (hasTextBehind(json)) {
                sink.irregular(new Irregularity(Irregularity.Kind.TEXT_BEHIND, "", ""), line);
            }
            ActionTree.read(object, detail, line, sink);
        } else if (value instanceof JsonArray array && array.items().stream().allMatch(JsonObject.class::isInstance)) {
            sink.irregular(new Irregularity(Irregularity.Kind.ARRAY_LINE, "", ""), line);
            array.items().forEach(item -> ActionTree.read((JsonObject) item, detail, line, sink));
        } else {
            LineFault fault = value instanceof JsonNull
                    ? LineFault.NULL
                    : value instanceof JsonArray ? LineFault.ARRAY : LineFault.SCALAR;
            sink.damaged(fault, new Damage(at, DamageKind.MALFORMED, "a JSON object", clipped(json)), line);
        }
    }

    private static LineFault fault(DamageKind kind) {
        return kind == DamageKind.TRUNCATED ? LineFault.TRUNCATED : LineFault.MALFORMED;
    }

    private boolean hasTextBehind(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try {
            cursor.over(bytes, 0, bytes.length).skip();
            return cursor.hasMore();
        } catch (NotJsonException lenient) {
            return false;
        }
    }

    private static String clipped(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    private static byte[][] names(String... names) {
        List<byte[]> bytes = new ArrayList<>();
        for (String name : names) {
            bytes.add(name.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toArray(byte[][]::new);
    }
}
