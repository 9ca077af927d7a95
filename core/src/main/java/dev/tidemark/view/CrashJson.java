package dev.tidemark.view;

import java.util.List;

import dev.tidemark.engine.CrashProof;
import dev.tidemark.engine.CrashProof.Counterexample;
import dev.tidemark.engine.CrashProof.Point;
import dev.tidemark.engine.Invariant;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.TraceEntry;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** What every crash comes to, for scripts. */
final class CrashJson {
    private CrashJson() {}

    static JsonObject document(CrashProof proof, List<String> assumptions) {
        return JsonObject.builder()
                .put("verdict", CrashView.verdictWord(proof.verdict()))
                .put("unknown", JsonArray.of(proof.unknown(), JsonText::new))
                .put("assumed", JsonArray.of(assumptions, JsonText::new))
                .put("uninterrupted", restart(proof.uninterrupted()))
                .put(
                        "explored",
                        JsonObject.builder()
                                .put("moments", proof.effort().moments())
                                .put("disks", proof.effort().disks())
                                .put("deepest", proof.effort().deepest())
                                .put("complete", proof.effort().isComplete())
                                .build())
                .put("invariants", JsonArray.of(List.of(Invariant.values()), invariant -> invariant(proof, invariant)))
                .put("points", JsonArray.of(proof.points(), CrashJson::point))
                .put("counterexample", counterexample(proof.counterexample()))
                .build();
    }

    private static JsonObject invariant(CrashProof proof, Invariant invariant) {
        return JsonObject.builder()
                .put("id", invariant.word())
                .put("statement", CrashView.statement(invariant, proof.sink()))
                .put("verdict", CrashView.verdictWord(proof.verdict(invariant)))
                .build();
    }

    private static JsonObject point(Point point) {
        JsonObject.Builder holds = JsonObject.builder();
        for (Invariant invariant : Invariant.values()) {
            holds.put(
                    invariant.word(),
                    CrashView.findingWord(point.after().holds().get(invariant)));
        }
        Long batchId = point.first() == null ? null : point.first().batchId();
        Long late = point.after().lostWatermarkAdvance();
        Long waiting = point.after().lateBatch();
        return JsonObject.builder()
                .put("batchId", batchId == null ? null : JsonNumber.of(batchId))
                .put("behind", CrashView.there(point))
                .put("first", moment(point.first()))
                .put("last", moment(point.last()))
                .put("restart", restart(point.after().restart()))
                .put("invariants", holds.build())
                .put("lostWatermarkAdvanceOfBatch", late == null ? null : JsonNumber.of(late))
                .put("lateBatch", waiting == null ? null : JsonNumber.of(waiting))
                .build();
    }

    private static @Nullable JsonValue moment(@Nullable TraceEntry entry) {
        return entry == null ? null : RestartJson.event(entry);
    }

    private static JsonObject restart(RestartPrediction prediction) {
        return JsonObject.builder()
                .put("verdict", CrashView.verdictWord(prediction.verdict()))
                .put("unknown", JsonArray.of(prediction.unknown(), JsonText::new))
                .put("notes", JsonArray.of(prediction.notes(), JsonText::new))
                .put("error", RestartJson.error(prediction.failure()))
                .put("batches", JsonArray.of(prediction.batches(), RestartJson::batch))
                .build();
    }

    private static @Nullable JsonValue counterexample(@Nullable Counterexample counterexample) {
        return counterexample == null
                ? null
                : JsonObject.builder()
                        .put("invariant", counterexample.invariant().word())
                        .put("why", counterexample.why())
                        .put(
                                "crashes",
                                JsonArray.of(
                                        counterexample.crashes(),
                                        crash -> JsonObject.builder()
                                                .put("trace", JsonArray.of(crash.trace(), RestartJson::event))
                                                .build()))
                        .put("restart", restart(counterexample.end()))
                        .put("trace", JsonArray.of(counterexample.end().trace(), RestartJson::event))
                        .build();
    }
}
