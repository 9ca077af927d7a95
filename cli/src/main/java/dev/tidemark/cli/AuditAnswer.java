package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

import dev.tidemark.audit.AuditTally;
import dev.tidemark.audit.ItemResult;
import dev.tidemark.audit.ItemVerdict;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonWriter;
import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.TextRenderer;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.view.AuditView;

/** Writes what an audit says while it goes on; nothing of it is kept. */
interface AuditAnswer {
    /** Before the first item. */
    void begin(List<String> roots) throws IOException;

    /** One item. */
    void item(ItemResult result) throws IOException;

    /** After the last item. */
    void end(List<Finding> relations, AuditTally tally) throws IOException;

    /** The head that every document has, with the roots. */
    private static JsonObject head(List<String> roots) {
        return JsonObject.builder()
                .put("tidemark", new JsonRenderer(ProductVersion.text()).header("audit"))
                .put("roots", JsonArray.of(roots, JsonText::new))
                .build();
    }

    /**
     * A JSON value a line.
     *
     * @param goesOn whether the head stands there already
     */
    record Lines(PrintWriter to, boolean goesOn) implements AuditAnswer {
        @Override
        public void begin(List<String> roots) throws IOException {
            if (!goesOn) {
                JsonWriter.line(to, head(roots));
            }
        }

        @Override
        public void item(ItemResult result) throws IOException {
            JsonWriter.line(to, AuditView.document(result));
            to.flush();
        }

        @Override
        public void end(List<Finding> relations, AuditTally tally) throws IOException {
            for (Finding relation : relations) {
                JsonWriter.line(to, AuditView.relation(relation));
            }
            JsonWriter.line(
                    to,
                    JsonObject.builder()
                            .put("summary", AuditView.summary(tally))
                            .build());
        }
    }

    /** One JSON document, written piece by piece. */
    final class Document implements AuditAnswer {
        private final PrintWriter to;
        private boolean hasItem;

        Document(PrintWriter to) {
            this.to = to;
        }

        @Override
        public void begin(List<String> roots) {
            String head = JsonWriter.compact(head(roots));
            to.print(head.substring(0, head.length() - 1) + ",\n\"items\": [");
        }

        @Override
        public void item(ItemResult result) throws IOException {
            to.print(hasItem ? ",\n" : "\n");
            JsonWriter.line(to, AuditView.document(result));
            hasItem = true;
        }

        @Override
        public void end(List<Finding> relations, AuditTally tally) throws IOException {
            to.print("],\n\"relations\": ");
            JsonWriter.line(
                    to,
                    JsonArray.of(
                            relations,
                            relation -> AuditView.relation(relation)
                                    .find("relation")
                                    .orElseThrow()));
            to.print(",\"summary\": ");
            JsonWriter.line(to, AuditView.summary(tally));
            to.print("}\n");
        }
    }

    /** A line or two for each item, and the sums. */
    record Text(PrintWriter to, TextRenderer renderer) implements AuditAnswer {
        @Override
        public void begin(List<String> roots) {}

        @Override
        public void item(ItemResult result) throws IOException {
            boolean isWell = result.verdict() == ItemVerdict.WELL;
            String what =
                    AuditView.word(result.item().kind()) + " " + result.item().place();
            renderer.entry(
                    to,
                    AuditView.tone(result.verdict()),
                    result.verdict().spelling(),
                    isWell ? what + "  (" + result.headline() + ")" : what,
                    isWell ? "" : result.headline());
            to.flush();
        }

        @Override
        public void end(List<Finding> relations, AuditTally tally) throws IOException {
            to.print('\n');
            renderer.render(
                    new Report("audit", Outcome.FINE, AuditView.closing(relations, tally), JsonObject.EMPTY), to);
        }
    }
}
