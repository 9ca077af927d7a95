package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.engine.EngineEvent;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.PinnedConf;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.BatchSource;
import dev.tidemark.engine.RestartPrediction.LogChanges;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.StateUse;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.engine.Resume;
import dev.tidemark.engine.SparkError;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.source.SourceFile;
import org.jspecify.annotations.Nullable;

/** What a restart comes to, for {@code restart}. */
public final class RestartView {
    private static final int SHOWN_FILES = 6;

    private RestartView() {}

    /**
     * How much of the trace is shown.
     */
    public enum Detail {
        ANSWER,
        WITH_TRACE
    }

    /**
     * The report.
     *
     * @param sparkVersion what the rules are of
     * @param assumptions what was taken for granted beyond the evidence and the description, each a sentence
     */
    public static Report of(
            RestartPrediction prediction,
            QueryDescription query,
            String sparkVersion,
            List<String> assumptions,
            Detail detail) {
        return new Report(
                "restart",
                outcome(prediction.verdict()),
                blocks(prediction, query, sparkVersion, assumptions, detail),
                document(prediction, assumptions, detail));
    }

    private static Outcome outcome(Verdict verdict) {
        return switch (verdict) {
            case RUNS -> Outcome.FINE;
            case FAILS -> Outcome.WRONG;
            case UNKNOWN -> Outcome.UNKNOWN;
        };
    }

    // for the eye

    private static List<Block> blocks(
            RestartPrediction prediction,
            QueryDescription query,
            String sparkVersion,
            List<String> assumptions,
            Detail detail) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(prediction));
        for (String assumption : assumptions) {
            blocks.add(new Block.Note(Tone.WARN, "Assumed: " + assumption));
        }
        blocks.add(new Block.Facts(facts(prediction, query, sparkVersion)));
        Failure failure = prediction.failure();
        if (failure != null) {
            blocks.add(new Block.Heading("What Spark says"));
            blocks.add(causes(failure.error()));
        }
        Resume resume = prediction.resume();
        if (resume != null && !resume.sources().isEmpty()) {
            blocks.add(new Block.Heading("Sources"));
            blocks.add(sources(resume, query));
        }
        List<PinnedConf> overridden =
                prediction.pinned().stream().filter(PinnedConf::isOverridden).toList();
        if (!overridden.isEmpty()) {
            blocks.add(new Block.Heading("The checkpoint overrides the session"));
            blocks.add(confs(overridden));
        }
        if (detail == Detail.WITH_TRACE) {
            blocks.add(new Block.Heading("Step by step"));
            blocks.add(trace(prediction.trace()));
        }
        return blocks;
    }

    private static Block.Verdict verdict(RestartPrediction prediction) {
        Resume resume = prediction.resume();
        Failure failure = prediction.failure();
        if (failure != null) {
            SparkError.Cause cause = failure.error().telling();
            String name = cause.condition() == null ? cause.simpleName() : cause.condition();
            return new Block.Verdict(
                    Tone.BAD,
                    "A restart FAILS: " + name,
                    failure.advice().reason(),
                    failure.advice().remedy());
        }
        if (resume == null) {
            return new Block.Verdict(
                    Tone.UNKNOWN, "Could not tell what a restart does", String.join("; ", prediction.unknown()), "");
        }
        String what = resume.kind() == Resume.Kind.RERUN
                ? "A restart re-runs batch " + resume.batchId()
                : resume.batchId() == 0
                        ? "A restart is a fresh start, with batch 0"
                        : "A restart goes on with a new batch " + resume.batchId();
        return prediction.verdict() == Verdict.RUNS
                ? new Block.Verdict(Tone.GOOD, what, "", "")
                : new Block.Verdict(
                        Tone.UNKNOWN, what + "; the logs do not stop it", String.join("; ", prediction.unknown()), "");
    }

    private static List<Fact> facts(RestartPrediction prediction, QueryDescription query, String sparkVersion) {
        List<Fact> facts = new ArrayList<>();
        Failure failure = prediction.failure();
        if (failure != null) {
            String file = failure.file() == null ? "" : ", over " + failure.file();
            String batch = failure.batchId() == null ? "" : ", batch " + failure.batchId();
            facts.add(new Fact("Fails at", Cell.text(failure.step().word() + batch + file)));
        }
        Resume resume = prediction.resume();
        if (resume != null) {
            String kind = resume.kind() == Resume.Kind.RERUN ? "run again, offsets as recorded" : "planned anew";
            facts.add(new Fact("Batch", Cell.text(resume.batchId() + ", " + kind)));
            facts.add(new Fact(
                    "Watermark",
                    resume.watermarkMs() == 0 ? Cell.text("none yet") : Cell.instant(resume.watermarkMs())));
        }
        facts.add(new Fact("Spark", Cell.text(sparkVersion)));
        facts.add(new Fact("Trigger", Cell.text(query.trigger().word())));
        if (failure != null && !prediction.unknown().isEmpty()) {
            facts.add(new Fact("Not checked", Cell.text(String.join("; ", prediction.unknown()))));
        }
        LogChanges changes = prediction.changes();
        if (!changes.written().isEmpty()) {
            facts.add(new Fact(
                    "Writes",
                    Cell.text(listed(changes.written().stream()
                            .map(LogChanges.Written::path)
                            .toList()))));
        }
        if (!changes.deleted().isEmpty()) {
            facts.add(new Fact("Deletes", Cell.text(listed(changes.deleted()))));
        }
        return facts;
    }

    private static String listed(List<String> paths) {
        return paths.size() <= SHOWN_FILES
                ? String.join(", ", paths)
                : String.join(", ", paths.subList(0, SHOWN_FILES)) + " and " + (paths.size() - SHOWN_FILES) + " more";
    }

    private static Block causes(SparkError error) {
        List<String> lines = new ArrayList<>();
        for (SparkError.Cause cause : error.causes()) {
            if ("STREAM_FAILED".equals(cause.condition())) {
                continue;
            }
            String prefix = lines.isEmpty() ? "  " : "  caused by ";
            String[] message = cause.message().split("\n", -1);
            lines.add(prefix + cause.className() + ": " + message[0]);
            for (int i = 1; i < message.length; i++) {
                lines.add("      " + message[i]);
            }
        }
        return new Block.Listing(lines);
    }

    private static Block sources(Resume resume, QueryDescription query) {
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < resume.sources().size(); i++) {
            SourceDescription source = query.sources().get(i);
            Resume.Range range = resume.sources().get(i);
            rows.add(List.of(
                    Cell.count(i),
                    Cell.text(source.name() == null ? source.format() : source.name() + " (" + source.format() + ")"),
                    Cell.text(range.start() == null ? "its beginning" : offset(range.start())),
                    Cell.text(range.end() == null ? "not planned yet" : offset(range.end()))));
        }
        return new Block.Table(List.of("#", "source", "after", "up to"), rows);
    }

    private static String offset(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }

    private static Block confs(List<PinnedConf> overridden) {
        List<List<Cell>> rows = new ArrayList<>();
        for (PinnedConf conf : overridden) {
            rows.add(List.of(
                    Cell.text(conf.key()),
                    Cell.text(conf.session()),
                    Cell.text(conf.used()),
                    Cell.text(conf.source())));
        }
        return new Block.Table(List.of("conf", "session", "used", "from"), rows);
    }

    private static Block trace(List<EngineEvent> trace) {
        List<List<Cell>> rows = new ArrayList<>();
        for (EngineEvent event : trace) {
            rows.add(List.of(Cell.text(event.step().word(), Tone.FAINT), Cell.text(event.text())));
        }
        return new Block.Table(List.of("step", "what"), rows);
    }

    // for scripts

    private static JsonObject document(RestartPrediction prediction, List<String> assumptions, Detail detail) {
        JsonObject.Builder document = JsonObject.builder()
                .put("verdict", prediction.verdict().name().toLowerCase(java.util.Locale.ROOT))
                .put("unknown", texts(prediction.unknown()))
                .put("assumed", texts(assumptions))
                .put("resume", resume(prediction.resume()))
                .put("pinnedConfs", JsonArray.of(prediction.pinned(), RestartView::conf))
                .put("error", error(prediction.failure()))
                .put("batches", JsonArray.of(prediction.batches(), RestartView::batch))
                .put("files", files(prediction.changes()))
                .put("findings", new JsonArray(List.of()));
        if (detail == Detail.WITH_TRACE) {
            document.put("trace", JsonArray.of(prediction.trace(), RestartView::event));
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
                        .put("sources", JsonArray.of(resume.sources(), RestartView::range))
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

    private static @Nullable JsonValue error(@Nullable Failure failure) {
        return failure == null
                ? null
                : JsonObject.builder()
                        .put("step", failure.step().word())
                        .put("batchId", failure.batchId() == null ? null : JsonNumber.of(failure.batchId()))
                        .put("file", failure.file())
                        .put("causes", JsonArray.of(failure.error().causes(), RestartView::cause))
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

    private static JsonObject batch(PredictedBatch batch) {
        Long nextMs = batch.watermark().nextMs();
        return JsonObject.builder()
                .put("batchId", batch.batchId())
                .put("completed", batch.isCompleted())
                .put("kind", batch.kind().word())
                .put("watermarkMs", batch.watermark().ms())
                .put("nextWatermarkMs", nextMs == null ? null : JsonNumber.of(nextMs))
                .put("sources", JsonArray.of(batch.sources(), RestartView::batchSource))
                .put("state", JsonArray.of(batch.state(), RestartView::stateUse))
                .put("sink", batch.sink().word())
                .build();
    }

    private static JsonObject batchSource(BatchSource source) {
        Long rows = source.read().rows();
        List<SourceFile> files = source.read().files();
        return JsonObject.builder()
                .put("start", offsetJson(source.start()))
                .put("end", offsetJson(source.end()))
                .put("files", files == null ? null : JsonArray.of(files, RestartView::sourceFile))
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

    private static JsonObject event(EngineEvent event) {
        return JsonObject.builder()
                .put("step", event.step().word())
                .put("what", event.text())
                .build();
    }
}
