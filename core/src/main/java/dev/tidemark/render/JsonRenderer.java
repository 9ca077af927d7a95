package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonWriter;
import dev.tidemark.report.Report;

/** A report's document as JSON, under the header every document has. */
public final class JsonRenderer implements Renderer {
    /** The version of the JSON contract. */
    public static final int SCHEMA = 1;

    private final String productVersion;

    public JsonRenderer(String productVersion) {
        this.productVersion = productVersion;
    }

    /** Writes the document, indented. */
    @Override
    public void render(Report report, Writer to) throws IOException {
        JsonObject.Builder document = JsonObject.builder().put("tidemark", header(report.command()));
        report.document().members().forEach(member -> document.put(member.name(), member.value()));
        JsonWriter.pretty(to, document.build());
    }

    /** The header alone; also the first line of a stream of rows that wants one. */
    public JsonObject header(String command) {
        return JsonObject.builder()
                .put("schema", SCHEMA)
                .put("command", command)
                .put("version", productVersion)
                .build();
    }
}
