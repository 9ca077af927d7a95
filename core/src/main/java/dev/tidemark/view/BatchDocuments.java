package dev.tidemark.view;

import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Batches as the contract's JSON. */
final class BatchDocuments {
    private BatchDocuments() {}

    /** A batch with its two files, each null where it is absent or nothing of it was readable. */
    static JsonObject batch(CheckpointSurvey survey, long batchId) {
        return JsonObject.builder()
                .put("batchId", batchId)
                .put("offsets", optional(survey.offsets().value(batchId).map(BatchDocuments::offsets)))
                .put("commit", optional(survey.commits().value(batchId).map(BatchDocuments::commit)))
                .build();
    }

    static JsonObject offsets(OffsetEntry entry) {
        OffsetMetadata metadata = entry.metadata();
        return JsonObject.builder()
                .put("version", entry.version())
                .put("watermarkMs", number(metadata == null ? null : metadata.recordedWatermarkMs()))
                .put("timestampMs", number(metadata == null ? null : metadata.recordedTimestampMs()))
                .put("conf", metadata == null ? JsonObject.EMPTY : texts(metadata.conf()))
                .put("sources", sources(entry))
                .build();
    }

    private static JsonValue sources(OffsetEntry entry) {
        if (entry.version() != OffsetEntry.MAP) {
            return JsonArray.of(entry.sources(), SourceOffsetView::document);
        }
        JsonObject.Builder byId = JsonObject.builder();
        for (SourceLine line : entry.sources()) {
            byId.put(line.sourceId(), SourceOffsetView.document(line));
        }
        return byId.build();
    }

    static JsonObject commit(CommitEntry entry) {
        return JsonObject.builder()
                .put("version", entry.version())
                .put("nextWatermarkMs", number(entry.recordedNextWatermarkMs()))
                .build();
    }

    /** Strings by name, in the order written. */
    static JsonObject texts(Map<String, String> texts) {
        JsonObject.Builder object = JsonObject.builder();
        texts.forEach((name, text) -> object.put(name, new JsonText(text)));
        return object.build();
    }

    private static JsonValue number(@Nullable Long value) {
        return value == null ? JsonNull.NULL : JsonNumber.of(value);
    }

    private static @Nullable JsonValue optional(Optional<? extends JsonValue> value) {
        return value.isPresent() ? value.get() : null;
    }
}
