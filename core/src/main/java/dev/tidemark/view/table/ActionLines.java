package dev.tidemark.view.table;

import java.time.Instant;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.AddCdcFile;
import dev.tidemark.delta.action.CheckpointMetadata;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.action.Sidecar;
import dev.tidemark.delta.action.UnknownAction;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.evidence.Damage;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;

/** {@code table actions} and {@code table why}: one line an action, with the file and the line it stands in. */
public final class ActionLines {
    private ActionLines() {}

    /** An action. */
    public static Line of(LogFile file, long line, Action action) {
        String text = file.name().value() + ":" + line + "  " + action.name() + "  " + words(action);
        JsonObject json = JsonObject.builder()
                .put("file", file.name().value())
                .put("line", line)
                .put("action", action.name())
                .put("value", value(action))
                .build();
        return new Line(text, json);
    }

    /** What became of the thing that the lines before are about. */
    public static Line fate(String words) {
        JsonObject json = JsonObject.builder()
                .put("action", (JsonValue) null)
                .put("fate", words)
                .build();
        return new Line(words, json);
    }

    /** What could not be read. */
    public static Line of(LogFile file, Damage damage) {
        JsonObject json = JsonObject.builder()
                .put("file", file.name().value())
                .put("line", damage.at().line())
                .put("action", (JsonValue) null)
                .put("damage", damage.message())
                .build();
        return new Line(file.name().value() + ":" + damage.at().line() + "  DAMAGED  " + damage.message(), json);
    }

    private static String words(Action action) {
        if (action instanceof Add add) {
            return add.path() + "  " + add.sizeBytes() + " B" + (add.dataChange() ? "" : "  no data change")
                    + (add.deletionVector() == null
                            ? ""
                            : "  " + Words.count(add.deletionVector().cardinality(), "row") + " deleted");
        }
        if (action instanceof Remove remove) {
            return remove.path() + "  at " + Instant.ofEpochMilli(remove.deletedAtMs())
                    + (remove.dataChange() ? "" : "  no data change");
        }
        if (action instanceof AddCdcFile cdc) {
            return cdc.path() + "  " + cdc.sizeBytes() + " B";
        }
        if (action instanceof SetTransaction transaction) {
            return transaction.appId() + " = " + transaction.version();
        }
        if (action instanceof DomainMetadata domain) {
            return domain.domain() + (domain.removed() ? " removed" : " = " + domain.configuration());
        }
        if (action instanceof CommitInfo info) {
            return info.operation().orElse("-");
        }
        return value(action).toString();
    }

    private static JsonObject value(Action action) {
        if (action instanceof Add add) {
            return add(add);
        }
        if (action instanceof Remove remove) {
            return remove(remove);
        }
        if (action instanceof AddCdcFile cdc) {
            return JsonObject.builder()
                    .put("path", cdc.path())
                    .put(
                            "partitionValues",
                            ActionJson.texts(cdc.partitionValues().byColumn()))
                    .put("size", cdc.sizeBytes())
                    .build();
        }
        if (action instanceof CommitInfo info) {
            return info.fields();
        }
        if (action instanceof Protocol protocol) {
            return ActionJson.of(protocol);
        }
        if (action instanceof Metadata metadata) {
            return ActionJson.of(metadata);
        }
        if (action instanceof SetTransaction transaction) {
            return ActionJson.of(transaction);
        }
        if (action instanceof DomainMetadata domain) {
            return JsonObject.builder()
                    .put("domain", domain.domain())
                    .put("configuration", domain.configuration())
                    .put("removed", domain.removed())
                    .build();
        }
        if (action instanceof Sidecar sidecar) {
            return JsonObject.builder()
                    .put("path", sidecar.path())
                    .put("sizeInBytes", sidecar.sizeBytes())
                    .put("modificationTime", sidecar.modificationTimeMs())
                    .build();
        }
        if (action instanceof CheckpointMetadata mark) {
            return JsonObject.builder().put("version", mark.version()).build();
        }
        JsonValue unknown = ((UnknownAction) action).value();
        return unknown instanceof JsonObject object
                ? object
                : JsonObject.builder().put("value", unknown).build();
    }

    private static JsonObject add(Add add) {
        JsonObject.Builder json = JsonObject.builder()
                .put("path", add.path())
                .put("partitionValues", ActionJson.texts(add.partitionValues().byColumn()))
                .put("size", add.sizeBytes())
                .put("modificationTime", add.modificationTimeMs())
                .put("dataChange", add.dataChange());
        if (add.detail().stats() != null) {
            json.put("stats", new JsonText(add.detail().stats()));
        }
        if (!add.detail().tags().isEmpty()) {
            json.put("tags", ActionJson.texts(add.detail().tags()));
        }
        if (add.deletionVector() != null) {
            json.put("deletionVector", ActionJson.of(add.deletionVector()));
        }
        if (add.detail().baseRowId() != null) {
            json.put("baseRowId", add.detail().baseRowId());
        }
        if (add.detail().defaultRowCommitVersion() != null) {
            json.put("defaultRowCommitVersion", add.detail().defaultRowCommitVersion());
        }
        if (add.detail().clusteringProvider() != null) {
            json.put("clusteringProvider", add.detail().clusteringProvider());
        }
        return json.build();
    }

    private static JsonObject remove(Remove remove) {
        JsonObject.Builder json = JsonObject.builder().put("path", remove.path());
        if (remove.deletionTimestampMs() != null) {
            json.put("deletionTimestamp", remove.deletionTimestampMs());
        }
        json.put("dataChange", remove.dataChange());
        if (remove.former().sizeBytes() != null) {
            json.put("size", remove.former().sizeBytes());
        }
        if (remove.deletionVector() != null) {
            json.put("deletionVector", ActionJson.of(remove.deletionVector()));
        }
        return json.build();
    }
}
