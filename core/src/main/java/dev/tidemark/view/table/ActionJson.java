package dev.tidemark.view.table;

import java.util.List;
import java.util.Map;

import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import org.jspecify.annotations.Nullable;

/** Actions as the JSON contract spells them, which is as the log spells them. */
final class ActionJson {
    private ActionJson() {}

    static JsonObject of(Protocol protocol) {
        JsonObject.Builder json = JsonObject.builder()
                .put("minReaderVersion", protocol.minReaderVersion())
                .put("minWriterVersion", protocol.minWriterVersion());
        if (protocol.readerFeatures() != null) {
            json.put("readerFeatures", texts(protocol.readerFeatures()));
        }
        if (protocol.writerFeatures() != null) {
            json.put("writerFeatures", texts(protocol.writerFeatures()));
        }
        return json.build();
    }

    static JsonObject of(Metadata metadata) {
        JsonObject.Builder json = JsonObject.builder()
                .put("id", metadata.id())
                .put("name", metadata.tableName())
                .put("description", metadata.description());
        Metadata.Format format = metadata.format();
        json.put(
                "format",
                format == null
                        ? null
                        : JsonObject.builder()
                                .put("provider", format.provider())
                                .put("options", texts(format.options()))
                                .build());
        json.put("schemaString", metadata.schemaString())
                .put(
                        "partitionColumns",
                        metadata.partitionColumns() == null ? null : texts(metadata.partitionColumns()))
                .put("configuration", metadata.configuration() == null ? null : texts(metadata.configuration()));
        if (metadata.createdTimeMs() != null) {
            json.put("createdTime", metadata.createdTimeMs());
        }
        return json.build();
    }

    static JsonObject of(DeletionVectorDescriptor vector) {
        JsonObject.Builder json = JsonObject.builder()
                .put("storageType", vector.storageType())
                .put("pathOrInlineDv", vector.pathOrInlineDv());
        if (vector.offset() != null) {
            json.put("offset", vector.offset());
        }
        return json.put("sizeInBytes", vector.sizeInBytes())
                .put("cardinality", vector.cardinality())
                .build();
    }

    static JsonObject of(SetTransaction transaction) {
        JsonObject.Builder json =
                JsonObject.builder().put("appId", transaction.appId()).put("version", transaction.version());
        if (transaction.lastUpdatedMs() != null) {
            json.put("lastUpdated", transaction.lastUpdatedMs());
        }
        return json.build();
    }

    static JsonObject domain(DomainMetadata domain) {
        return JsonObject.builder()
                .put("domain", domain.domain())
                .put("configuration", domain.configuration())
                .build();
    }

    static JsonArray texts(List<String> items) {
        return JsonArray.of(items, JsonText::new);
    }

    static JsonObject texts(Map<String, @Nullable String> map) {
        JsonObject.Builder json = JsonObject.builder();
        map.forEach((key, value) -> json.put(key, value == null ? null : new JsonText(value)));
        return json.build();
    }
}
