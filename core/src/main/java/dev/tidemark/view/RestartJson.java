package dev.tidemark.view;

import java.util.List;
import java.util.Locale;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.PinnedConf;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.BatchSource;
import dev.tidemark.engine.RestartPrediction.LogChanges;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.StateUse;
import dev.tidemark.engine.Resume;
import dev.tidemark.engine.SparkError;
import dev.tidemark.engine.TraceEntry;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.source.SourceFile;
import org.jspecify.annotations.Nullable;

/** What a restart comes to, as the JSON contract has it. */
final class RestartJson {
    private RestartJson() {}

    /** As part of an answer that has findings of its own. */
    static JsonObject document(RestartPrediction prediction, List<String> assumptions, RestartView.Detail detail) {
        return document(prediction, assumptions, List.of(), detail);
    }

    static JsonObject document(
            RestartPrediction prediction, List<String> assumptions, List<Finding> findings, RestartView.Detail detail) {
        JsonObject.Builder document = JsonObject.builder()
                .put("verdict", prediction.verdict().name().toLowerCase(Locale.ROOT))
                .put("unknown", texts(prediction.unknown()))
                .put("notes", texts(prediction.notes()))
                .put("assumed", texts(assumptions))
                .put("resume", resume(prediction.resume()))
                .put("pinnedConfs", JsonArray.of(prediction.pinned(), RestartJson::conf))
                .put("error", error(prediction.failure()))
                .put("batches", JsonArray.of(prediction.batches(), RestartJson::batch))
                .put("files", files(prediction.changes()))
                .put("findings", FindingView.documents(findings));
        if (detail == RestartView.Detail.WITH_TRACE) {
            document.put("trace", JsonArray.of(prediction.trace(), RestartJson::event));
        }
        return document.build();
    }

    private static JsonArray texts(List<String> texts) {
        return JsonArray.of(texts, JsonText::new);
    }

    private static @Nullable JsonValue resume(@Nullable Resume resume) {
        return resume == null
                ? null
                : JsonObject.builder()
                        .put("batchId", resume.batchId())
                        .put("kind", resume.kind().word())
                        .put("watermarkMs", resume.watermarkMs())
                        .put("sources", JsonArray.of(resume.sources(), RestartJson::range))
                        .build();
    }

    private static JsonObject range(Resume.Range range) {
        return JsonObject.builder()
                .put("start", offsetJson(range.start()))
                .put("end", offsetJson(range.end()))
                .build();
    }

    private static @Nullable JsonValue offsetJson(@Nullable String offset) {
        return offset == null
                ? null
                : JsonParser.parse(Location.of("offset"), offset).value().orElseGet(() -> new JsonText(offset));
    }

    private static JsonObject conf(PinnedConf conf) {
        return JsonObject.builder()
                .put("key", conf.key())
                .put("session", conf.session())
                .put("used", conf.used())
                .put("source", conf.source())
                .build();
    }

    /** How a query ends. */
    static @Nullable JsonValue error(@Nullable Failure failure) {
        return failure == null
                ? null
                : JsonObject.builder()
                        .put("step", failure.step().word())
                        .put("batchId", failure.batchId() == null ? null : JsonNumber.of(failure.batchId()))
                        .put("file", failure.file())
                        .put("causes", JsonArray.of(failure.error().causes(), RestartJson::cause))
                        .put("reason", failure.advice().reason())
                        .put("remedy", failure.advice().remedy())
                        .build();
    }

    private static JsonObject cause(SparkError.Cause cause) {
        return JsonObject.builder()
                .put("class", cause.className())
                .put("condition", cause.condition())
                .put("sqlState", cause.sqlState())
                .put("message", cause.message())
                .build();
    }

    static JsonObject batch(PredictedBatch batch) {
        Long nextMs = batch.watermark().nextMs();
        return JsonObject.builder()
                .put("batchId", batch.batchId())
                .put("completed", batch.isCompleted())
                .put("kind", batch.kind().word())
                .put("watermarkMs", batch.watermark().ms())
                .put("nextWatermarkMs", nextMs == null ? null : JsonNumber.of(nextMs))
                .put("sources", JsonArray.of(batch.sources(), RestartJson::batchSource))
                .put("state", JsonArray.of(batch.state(), RestartJson::stateUse))
                .put("sink", batch.sink().word())
                .build();
    }

    private static JsonObject batchSource(BatchSource source) {
        Long rows = source.read().rows();
        List<SourceFile> files = source.read().files();
        return JsonObject.builder()
                .put("start", offsetJson(source.start()))
                .put("end", offsetJson(source.end()))
                .put("files", files == null ? null : JsonArray.of(files, RestartJson::sourceFile))
                .put("numInputRows", rows == null ? null : JsonNumber.of(rows))
                .build();
    }

    private static JsonObject sourceFile(SourceFile file) {
        return JsonObject.builder()
                .put("path", file.path())
                .put("version", file.version() == null ? null : JsonNumber.of(file.version()))
                .put("index", file.index() == null ? null : JsonNumber.of(file.index()))
                .build();
    }

    private static JsonObject stateUse(StateUse use) {
        return JsonObject.builder()
                .put("operatorId", use.operatorId())
                .put("loads", use.loads())
                .put("writes", use.writes())
                .build();
    }

    private static JsonObject files(LogChanges changes) {
        return JsonObject.builder()
                .put(
                        "written",
                        JsonArray.of(
                                changes.written(),
                                file -> JsonObject.builder()
                                        .put("path", file.path())
                                        .put("content", file.content())
                                        .build()))
                .put("deleted", texts(changes.deleted()))
                .build();
    }

    static JsonObject event(TraceEntry entry) {
        return JsonObject.builder()
                .put("number", entry.number())
                .put("step", entry.step().word())
                .put("batchId", entry.batchId() == null ? null : JsonNumber.of(entry.batchId()))
                .put("what", entry.event().text())
                .put("file", TraceText.file(entry.event()))
                .put("durable", entry.event().isDurable())
                .build();
    }
}
