package dev.tidemark.delta.action;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** A line's JSON object to its actions, telling every irregularity. */
public final class ActionTree {
    /** In the order in which Delta looks for an action in a line (Delta 4.2: SingleAction.unwrap). */
    private static final List<String> KNOWN = List.of(
            "add",
            "remove",
            "metaData",
            "txn",
            "protocol",
            "cdc",
            "sidecar",
            "checkpointMetadata",
            "domainMetadata",
            "commitInfo");

    private static final Set<String> KNOWN_NAMES = Set.copyOf(KNOWN);

    private static final Pattern DATE = Pattern.compile("\\s*[+-]?\\d{4,6}(-\\d{1,2}|\\s*$)");

    private ActionTree() {}

    /** Tells the sink what a line's object holds. */
    public static void read(JsonObject object, ActionDetail detail, long line, ActionSink sink) {
        List<Action> actions = new ArrayList<>();
        for (String name : KNOWN) {
            JsonValue value = object.find(name).orElse(JsonNull.NULL);
            if (value == JsonNull.NULL) {
                continue;
            }
            Fields fields = new Fields(name, value, line, sink);
            Action action = fields.isObject() ? action(name, fields, detail) : null;
            if (action != null) {
                actions.add(action);
            }
        }
        if (actions.size() > 1) {
            sink.irregular(
                    new Irregularity(
                            Irregularity.Kind.SEVERAL_ACTIONS, actions.get(0).name(), ""),
                    line);
        }
        actions.forEach(action -> sink.accept(action, line));
        for (JsonObject.Member member : object.members()) {
            if (!KNOWN_NAMES.contains(member.name())) {
                sink.accept(new UnknownAction(member.name(), member.value()), line);
            }
        }
    }

    private static @Nullable Action action(String name, Fields fields, ActionDetail detail) {
        return switch (name) {
            case "add" -> add(fields, detail);
            case "remove" -> remove(fields, detail);
            case "metaData" -> metadata(fields);
            case "txn" -> transaction(fields);
            case "protocol" -> protocol(fields);
            case "cdc" -> cdc(fields, detail);
            case "sidecar" -> sidecar(fields);
            case "checkpointMetadata" -> new CheckpointMetadata(fields.requiredWhole("version"), fields.texts("tags"));
            case "domainMetadata" -> domain(fields);
            case "commitInfo" -> commitInfo(fields);
            default -> throw new IllegalStateException("no such action: " + name);
        };
    }

    private static @Nullable Add add(Fields fields, ActionDetail detail) {
        String path = fields.requiredText("path");
        PartitionValues partition = partition(fields, "partitionValues");
        if (partition == null) {
            fields.missing("partitionValues");
        }
        long size = fields.requiredWhole("size");
        long modifiedAtMs = fields.requiredWhole("modificationTime");
        boolean dataChange = fields.requiredTruth("dataChange");
        DeletionVectorDescriptor vector = vector(fields);
        FileDetail fileDetail = detail(fields);
        if (path == null) {
            return null;
        }
        return new Add(
                path,
                partition == null || !detail.hasPartitionValues() ? PartitionValues.NONE : partition,
                size,
                modifiedAtMs,
                dataChange,
                vector,
                detail.isEverything()
                        ? fileDetail
                        : detail.hasRowCounts() ? fileDetail.rowCountAlone() : FileDetail.NONE);
    }

    private static @Nullable Remove remove(Fields fields, ActionDetail detail) {
        String path = fields.requiredText("path");
        Long deletedAtMs = fields.whole("deletionTimestamp");
        Boolean dataChange = fields.truth("dataChange");
        Remove.Former former = new Remove.Former(
                fields.truth("extendedFileMetadata"), partition(fields, "partitionValues"), fields.whole("size"));
        DeletionVectorDescriptor vector = vector(fields);
        FileDetail fileDetail = detail(fields);
        if (path == null) {
            return null;
        }
        return new Remove(
                path,
                deletedAtMs,
                dataChange == null || dataChange,
                vector,
                detail.isEverything() ? former : Remove.Former.NONE,
                detail.isEverything() ? fileDetail : FileDetail.NONE);
    }

    private static @Nullable AddCdcFile cdc(Fields fields, ActionDetail detail) {
        String path = fields.requiredText("path");
        PartitionValues partition = partition(fields, "partitionValues");
        long size = fields.requiredWhole("size");
        FileDetail fileDetail = new FileDetail(fields.text("stats"), fields.texts("tags"), null, null, null);
        if (path == null) {
            return null;
        }
        return new AddCdcFile(
                path,
                partition == null ? PartitionValues.NONE : partition,
                size,
                detail.isEverything() ? fileDetail : FileDetail.NONE);
    }

    private static FileDetail detail(Fields fields) {
        return new FileDetail(
                fields.text("stats"),
                fields.texts("tags"),
                fields.whole("baseRowId"),
                fields.whole("defaultRowCommitVersion"),
                fields.text("clusteringProvider"));
    }

    private static @Nullable PartitionValues partition(Fields fields, String field) {
        Map<String, @Nullable String> values = fields.textsOrNull(field);
        return values == null ? null : new PartitionValues(values);
    }

    private static @Nullable DeletionVectorDescriptor vector(Fields fields) {
        Fields vector = fields.object("deletionVector");
        if (vector == null) {
            return null;
        }
        String storageType = vector.requiredText("storageType");
        String pathOrInline = vector.requiredText("pathOrInlineDv");
        return new DeletionVectorDescriptor(
                storageType == null ? "" : storageType,
                pathOrInline == null ? "" : pathOrInline,
                vector.int32("offset"),
                vector.requiredInt("sizeInBytes"),
                vector.requiredWhole("cardinality"));
    }

    private static Metadata metadata(Fields fields) {
        String id = fields.requiredText("id");
        Fields format = fields.object("format");
        if (format == null) {
            fields.missing("format");
        }
        List<String> partitionColumns = fields.list("partitionColumns");
        if (partitionColumns == null) {
            fields.missing("partitionColumns");
        }
        Map<String, @Nullable String> configuration = fields.textsOrNull("configuration");
        if (configuration == null) {
            fields.missing("configuration");
        } else {
            fields.requireValues("configuration", configuration);
        }
        return new Metadata(
                id,
                fields.text("name"),
                fields.text("description"),
                format == null ? null : format(format),
                fields.requiredText("schemaString"),
                partitionColumns,
                configuration,
                fields.whole("createdTime"));
    }

    private static Metadata.Format format(Fields format) {
        String provider = format.requiredText("provider");
        Map<String, @Nullable String> options = format.texts("options");
        format.requireValues("options", options);
        return new Metadata.Format(provider == null ? "" : provider, options);
    }

    private static Protocol protocol(Fields fields) {
        return new Protocol(
                fields.requiredInt("minReaderVersion"),
                fields.requiredInt("minWriterVersion"),
                fields.list("readerFeatures"),
                fields.list("writerFeatures"));
    }

    private static SetTransaction transaction(Fields fields) {
        String appId = fields.requiredText("appId");
        return new SetTransaction(
                appId == null ? "" : appId, fields.requiredWhole("version"), fields.whole("lastUpdated"));
    }

    private static DomainMetadata domain(Fields fields) {
        String domain = fields.requiredText("domain");
        String configuration = fields.requiredText("configuration");
        return new DomainMetadata(
                domain == null ? "" : domain,
                configuration == null ? "" : configuration,
                fields.requiredTruth("removed"));
    }

    private static @Nullable Sidecar sidecar(Fields fields) {
        String path = fields.requiredText("path");
        long size = fields.requiredWhole("sizeInBytes");
        long modifiedAtMs = fields.requiredWhole("modificationTime");
        return path == null ? null : new Sidecar(path, size, modifiedAtMs, fields.texts("tags"));
    }

    /** The fields are checked as Spark's schema of commitInfo types them; all are kept. */
    private static CommitInfo commitInfo(Fields fields) {
        for (String whole : List.of("version", "inCommitTimestamp", "readVersion")) {
            fields.whole(whole);
        }
        for (String text : List.of(
                "userId",
                "userName",
                "operation",
                "clusterId",
                "isolationLevel",
                "userMetadata",
                "engineInfo",
                "txnId")) {
            fields.text(text);
        }
        for (String texts : List.of("operationParameters", "operationMetrics", "tags")) {
            fields.texts(texts);
        }
        fields.truth("isBlindAppend");
        fields.moment("timestamp");
        fields.object("job");
        fields.object("notebook");
        return new CommitInfo(fields.asObject());
    }

    /** The typed fields of one object. */
    private static final class Fields {
        private final String action;
        private final String prefix;
        private final JsonValue value;
        private final long line;
        private final ActionSink sink;

        Fields(String action, JsonValue value, long line, ActionSink sink) {
            this(action, "", value, line, sink);
            if (!isObject()) {
                tell(Irregularity.Kind.WRONG_TYPE, "");
            }
        }

        private Fields(String action, String prefix, JsonValue value, long line, ActionSink sink) {
            this.action = action;
            this.prefix = prefix;
            this.value = value;
            this.line = line;
            this.sink = sink;
        }

        boolean isObject() {
            return value instanceof JsonObject;
        }

        JsonObject asObject() {
            return (JsonObject) value;
        }

        void missing(String field) {
            tell(Irregularity.Kind.MISSING_FIELD, field);
        }

        private void tell(Irregularity.Kind kind, String field) {
            sink.irregular(new Irregularity(kind, action, prefix + field), line);
        }

        private @Nullable JsonValue find(String field) {
            JsonValue found = asObject().find(field).orElse(JsonNull.NULL);
            return found == JsonNull.NULL ? null : found;
        }

        /** The value of a field when it is of that type; another one is told. */
        private <T extends JsonValue> @Nullable T typed(String field, Class<T> type) {
            JsonValue found = find(field);
            if (found == null || type.isInstance(found)) {
                return type.cast(found);
            }
            tell(Irregularity.Kind.WRONG_TYPE, field);
            return null;
        }

        @Nullable
        Fields object(String field) {
            JsonObject found = typed(field, JsonObject.class);
            return found == null ? null : new Fields(action, prefix + field + ".", found, line, sink);
        }

        @Nullable
        String text(String field) {
            JsonValue found = find(field);
            if (found == null) {
                return null;
            }
            if (!(found instanceof JsonText)) {
                tell(Irregularity.Kind.NOT_TEXT, field);
            }
            return textOf(found);
        }

        @Nullable
        String requiredText(String field) {
            String text = text(field);
            if (text == null) {
                missing(field);
            }
            return text;
        }

        @Nullable
        Long whole(String field) {
            JsonValue found = find(field);
            if (found == null) {
                return null;
            }
            OptionalLong whole = found instanceof JsonNumber number ? number.asLong() : OptionalLong.empty();
            if (whole.isEmpty()) {
                tell(Irregularity.Kind.WRONG_TYPE, field);
                return null;
            }
            return whole.getAsLong();
        }

        long requiredWhole(String field) {
            Long whole = whole(field);
            if (whole == null) {
                missing(field);
            }
            return whole == null ? 0 : whole;
        }

        @Nullable
        Integer int32(String field) {
            Long whole = whole(field);
            if (whole != null && whole != whole.intValue()) {
                tell(Irregularity.Kind.WRONG_TYPE, field);
                return null;
            }
            return whole == null ? null : whole.intValue();
        }

        int requiredInt(String field) {
            Integer whole = int32(field);
            if (whole == null) {
                missing(field);
            }
            return whole == null ? 0 : whole;
        }

        @Nullable
        Boolean truth(String field) {
            JsonTruth found = typed(field, JsonTruth.class);
            return found == null ? null : found.value();
        }

        boolean requiredTruth(String field) {
            Boolean truth = truth(field);
            if (truth == null) {
                missing(field);
            }
            return truth != null && truth;
        }

        /** A point in time: a whole number, or a text that starts as a date does. */
        void moment(String field) {
            JsonValue found = find(field);
            boolean isMoment = found == null
                    || (found instanceof JsonNumber number && number.asLong().isPresent())
                    || (found instanceof JsonText text
                            && DATE.matcher(text.value()).lookingAt());
            if (!isMoment) {
                tell(Irregularity.Kind.WRONG_TYPE, field);
            }
        }

        void requireValues(String field, Map<String, @Nullable String> values) {
            values.forEach((key, value) -> {
                if (value == null) {
                    missing(field + "." + key);
                }
            });
        }

        Map<String, @Nullable String> texts(String field) {
            Map<String, @Nullable String> texts = textsOrNull(field);
            return texts == null ? Map.of() : texts;
        }

        @Nullable
        Map<String, @Nullable String> textsOrNull(String field) {
            JsonObject found = typed(field, JsonObject.class);
            if (found == null) {
                return null;
            }
            Map<String, @Nullable String> texts = new LinkedHashMap<>();
            for (JsonObject.Member member : found.members()) {
                texts.put(member.name(), member.value() == JsonNull.NULL ? null : textOf(member.value()));
            }
            return texts;
        }

        @Nullable
        List<String> list(String field) {
            JsonArray found = typed(field, JsonArray.class);
            if (found == null) {
                return null;
            }
            List<String> texts = new ArrayList<>();
            for (JsonValue item : found.items()) {
                if (!(item instanceof JsonText)) {
                    tell(Irregularity.Kind.NOT_TEXT, field);
                }
                texts.add(textOf(item));
            }
            return texts;
        }

        private static String textOf(JsonValue found) {
            return found instanceof JsonText text ? text.value() : found.toString();
        }
    }
}
