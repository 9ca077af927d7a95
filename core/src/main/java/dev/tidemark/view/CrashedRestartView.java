package dev.tidemark.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.engine.CrashPoint;
import dev.tidemark.engine.Ledger;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.Simulation;
import dev.tidemark.engine.TraceEntry;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A restart that dies at a step, and the restart over what that leaves: for {@code restart --crash}. */
public final class CrashedRestartView {
    private CrashedRestartView() {}

    /**
     * The report.
     *
     * @param crashed the run up to the crash
     * @param after what the restart over it comes to
     */
    public static Report of(
            CrashPoint point,
            Simulation.Run crashed,
            RestartPrediction after,
            RestartView.Terms terms,
            RestartView.Detail detail)
            throws IOException {
        Report restart = RestartView.of(after, crashed.simulation().query(), terms, detail);
        List<Block> blocks = new ArrayList<>();
        for (Block block : restart.blocks()) {
            boolean isFirstFacts =
                    block instanceof Block.Facts && blocks.stream().noneMatch(Block.Facts.class::isInstance);
            if (isFirstFacts) {
                blocks.add(new Block.Heading("At the crash"));
                blocks.add(new Block.Facts(atTheCrash(crashed)));
                blocks.add(new Block.Heading("The restart over it"));
            }
            blocks.add(block instanceof Block.Verdict verdict ? named(verdict, point) : block);
        }
        if (detail == RestartView.Detail.WITH_TRACE) {
            blocks.add(new Block.Heading("Step by step up to the crash"));
            blocks.add(TraceText.table(crashed.trace()));
        }
        JsonObject.Builder document = JsonObject.builder().put("crash", document(point, crashed, detail));
        restart.document().asMap().forEach(document::put);
        return new Report("restart", restart.outcome(), blocks, document.build());
    }

    /** The report when the run never gets to the step. */
    public static Report notReached(
            CrashPoint point, Simulation.Run whole, RestartView.Terms terms, RestartView.Detail detail) {
        Report restart = RestartView.of(whole.prediction(), whole.simulation().query(), terms, detail);
        List<Block> blocks = new ArrayList<>(restart.blocks());
        blocks.add(
                0,
                new Block.Verdict(
                        Tone.UNKNOWN,
                        "The restart does not get to " + point.step().word()
                                + (point.batchId() == null ? "" : " of batch " + point.batchId()),
                        "it goes as follows",
                        ""));
        JsonObject.Builder document = JsonObject.builder().put("crash", (JsonObject) null);
        restart.document().asMap().forEach(document::put);
        return new Report("restart", Outcome.UNKNOWN, blocks, document.build());
    }

    private static Block.Verdict named(Block.Verdict verdict, CrashPoint point) {
        String headline = verdict.headline().replaceFirst("^A restart", "Crash " + point.text() + ": a restart");
        return new Block.Verdict(verdict.tone(), headline, verdict.reason(), verdict.remedy());
    }

    private static List<Fact> atTheCrash(Simulation.Run crashed) throws IOException {
        List<Fact> facts = new ArrayList<>();
        String last = crashed.last().map(TraceEntry::event).map(TraceText::of).orElse("nothing yet");
        facts.add(new Fact("Last done", Cell.text(last)));
        List<String> written = new ArrayList<>();
        List<String> deleted = new ArrayList<>();
        for (Simulation.FileChange change : crashed.changes()) {
            (change.content() == null ? deleted : written).add(TraceText.shown(change.path()));
        }
        facts.add(new Fact("On disk", Cell.text(written.isEmpty() ? "what there was" : FileSummary.of(written))));
        if (!deleted.isEmpty()) {
            facts.add(new Fact("Deleted", Cell.text(FileSummary.of(deleted))));
        }
        facts.add(new Fact("Sink", Cell.text(sink(crashed.ledger()))));
        if (!crashed.ledger().stateVersions().isEmpty()) {
            List<String> versions = crashed.ledger().stateVersions().stream()
                    .map(String::valueOf)
                    .toList();
            facts.add(new Fact("State", Cell.text("written up to version " + versions.get(versions.size() - 1))));
        }
        return facts;
    }

    private static String sink(Ledger ledger) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<Long, Ledger.Delivery> entry : ledger.deliveries().entrySet()) {
            parts.add(
                    entry.getValue().times() == 0 ? "some rows of batch " + entry.getKey() : "batch " + entry.getKey());
        }
        return parts.isEmpty() ? "nothing of this run" : "has " + String.join(", ", parts);
    }

    private static JsonObject document(CrashPoint point, Simulation.Run crashed, RestartView.Detail detail)
            throws IOException {
        Long batchId = crashed.last().map(TraceEntry::batchId).orElse(null);
        JsonObject.Builder document = JsonObject.builder()
                .put("step", point.step().word())
                .put("when", point.moment().word())
                .put("batchId", batchId == null ? null : JsonNumber.of(batchId))
                .put("events", crashed.trace().size())
                .put("files", JsonArray.of(crashed.changes(), CrashedRestartView::file))
                .put(
                        "sink",
                        JsonArray.of(
                                List.copyOf(crashed.ledger().deliveries().entrySet()), CrashedRestartView::delivery))
                .put("stateVersions", JsonArray.of(crashed.ledger().stateVersions(), JsonNumber::of));
        if (detail == RestartView.Detail.WITH_TRACE) {
            document.put("trace", JsonArray.of(crashed.trace(), RestartJson::event));
        }
        return document.build();
    }

    private static JsonObject file(Simulation.FileChange change) {
        return JsonObject.builder()
                .put("path", change.path())
                .put("deleted", change.content() == null)
                .put("content", change.content() == null ? null : new JsonText(change.content()))
                .build();
    }

    private static JsonObject delivery(Map.Entry<Long, Ledger.Delivery> entry) {
        return JsonObject.builder()
                .put("batchId", entry.getKey())
                .put("times", entry.getValue().times())
                .put("partly", entry.getValue().isPartly())
                .build();
    }
}
