package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonWriter;
import dev.tidemark.report.Concern;
import dev.tidemark.report.Report;

/** A finding a line, and a last line with the verdict: without it a reader cannot tell "nothing found" from "broke off". */
public final class NdjsonRenderer implements Renderer {
    private final JsonRenderer json;

    public NdjsonRenderer(String productVersion) {
        this.json = new JsonRenderer(productVersion);
    }

    @Override
    public void render(Report report, Writer to) throws IOException {
        for (Concern concern : report.concerns()) {
            JsonWriter.line(to, document(concern));
        }
        JsonWriter.line(
                to,
                JsonObject.builder()
                        .put("tidemark", json.header(report.command()))
                        .put("outcome", report.outcome().name().toLowerCase(Locale.ROOT))
                        .put(
                                "headline",
                                report.verdict()
                                        .map(verdict -> verdict.headline())
                                        .orElse(null))
                        .put("findings", report.concerns().size())
                        .build());
    }

    /** A finding as in the JSON contract, with the place its evidence lies in and what it does to the outcome. */
    static JsonObject document(Concern concern) {
        String place = concern.spots().isEmpty() ? "" : concern.spots().get(0).root();
        return JsonObject.builder()
                .put("rule", concern.rule().id())
                .put("severity", concern.level().name().toLowerCase(Locale.ROOT))
                .put("confidence", concern.words().confidence())
                .put("subject", concern.words().subject())
                .put("summary", concern.words().summary())
                .put("evidence", JsonArray.of(concern.spots(), NdjsonRenderer::spot))
                .put("consequence", concern.words().consequence())
                .put("remedy", concern.words().remedy())
                .put("fingerprint", concern.fingerprint())
                .put("place", place.isEmpty() ? null : place)
                .put("standing", concern.standing().name().toLowerCase(Locale.ROOT))
                .build();
    }

    private static JsonObject spot(Concern.Spot spot) {
        JsonObject.Builder document = JsonObject.builder().put("path", spot.path());
        if (spot.line() > 0) {
            document.put("line", spot.line());
        }
        if (spot.byteOffset() >= 0) {
            document.put("byteOffset", spot.byteOffset());
        }
        return document.build();
    }
}
