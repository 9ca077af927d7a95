package dev.tidemark.view;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartEngine;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.Places;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.render.Palette;
import dev.tidemark.render.TextRenderer;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RestartViewTest {
    private static MemoryStorage twoBatches() {
        String entry = "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":7,\"conf\":"
                + "{\"spark.sql.shuffle.partitions\":\"5\",\"spark.sql.streaming.join.stateFormatVersion\":\"2\"}}\n";
        return new MemoryStorage()
                .with("metadata", "{\"id\":\"11111111-2222-3333-4444-555555555555\"}")
                .with("offsets/0", entry + "10")
                .with("offsets/1", entry + "20")
                .with("commits/0", "v1\n{\"nextBatchWatermarkMs\":0}")
                .with("commits/1", "v1\n{\"nextBatchWatermarkMs\":0}");
    }

    private static Report report(MemoryStorage checkpoint, RestartView.Detail detail) throws IOException {
        return report(checkpoint, new Trigger.AvailableNow(), Reach.LOGS_ALONE, detail);
    }

    private static Report followed(MemoryStorage checkpoint, Trigger trigger) throws IOException {
        Reach toTheEnd = new Reach(null, Reach.DataFiles.LEFT_ALONE);
        return report(checkpoint, trigger, toTheEnd, RestartView.Detail.ANSWER);
    }

    private static Report report(MemoryStorage checkpoint, Trigger trigger, Reach reach, RestartView.Detail detail)
            throws IOException {
        QueryDescription query = new QueryDescription(
                new QueryDescription.Versions(null, null),
                trigger,
                Map.of("spark.sql.shuffle.partitions", "9"),
                List.of(new SourceDescription(null, "socket", null, null, Map.of(), null)),
                List.of(),
                new SinkDescription(null, "noop", null, "append", Map.of()));
        RestartPrediction prediction =
                RestartEngine.predict(query, new SparkVersion(4, 1, 3), checkpoint, Places.AS_NAMED, reach);
        return RestartView.of(prediction, query, new RestartView.Terms("4.1.3", List.of(), reach), detail);
    }

    private static String text(Report report) throws IOException {
        StringWriter text = new StringWriter();
        new TextRenderer(Palette.PLAIN, 100).render(report, text);
        return text.toString();
    }

    @Test
    void saysTheVerdictFirstThenWhyThenWhatToDo() throws IOException {
        MemoryStorage checkpoint = twoBatches();
        checkpoint.delete(new dev.tidemark.io.StoragePath("offsets/1"));

        Report report = report(checkpoint, RestartView.Detail.ANSWER);

        assertThat(report.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(text(report).lines().toList())
                .startsWith("A restart FAILS at batch 0: CONCURRENT_STREAM_LOG_UPDATE")
                .anyMatch(line -> line.startsWith("  why   commits is ahead of offsets"))
                .anyMatch(line -> line.startsWith("  do    restore offsets/1 if it was lost."))
                .anyMatch(line -> line.contains("org.apache.spark.SparkException: [CONCURRENT_STREAM_LOG_UPDATE]"))
                .anyMatch(line -> line.matches(" +spark.sql.shuffle.partitions +9 +5 +offsets/0"));
    }

    @Test
    void givesEveryKeyOfTheContract() throws IOException {
        JsonObject document = report(twoBatches(), RestartView.Detail.ANSWER).document();

        assertThat(document.asMap())
                .containsKeys("verdict", "unknown", "resume", "pinnedConfs", "error", "batches", "files", "findings");
        assertThat(document.text("verdict")).contains("unknown");
        assertThat(document.object("resume").orElseThrow().toString())
                .isEqualTo(
                        "{\"batchId\":2,\"kind\":\"new\",\"watermarkMs\":0,\"sources\":[{\"start\":20,\"end\":null}]}");
        assertThat(document.array("unknown").orElseThrow().items()).isNotEmpty();
    }

    @Test
    void givesTheErrorAsAChainOutermostFirst() throws IOException {
        JsonObject document = report(twoBatches().with("commits/1", ""), RestartView.Detail.ANSWER)
                .document();

        assertThat(document.object("error").orElseThrow().text("step")).contains("initialize");
        assertThat(document.object("error")
                        .orElseThrow()
                        .array("causes")
                        .orElseThrow()
                        .items())
                .hasSize(3)
                .first()
                .satisfies(cause ->
                        assertThat(((JsonObject) cause).text("condition")).contains("STREAM_FAILED"));
    }

    @Test
    void showsTheStepsWhenAsked() throws IOException {
        Report report = report(twoBatches(), RestartView.Detail.WITH_TRACE);

        assertThat(text(report)).contains("list commits: newest is 1", "go on with batch 2");
        assertThat(report.document().array("trace")).isPresent();
    }

    @Test
    void namesEachBatchOfAFollowedRestartInTheFirstLine() throws IOException {
        MemoryStorage checkpoint = twoBatches();
        checkpoint.delete(new dev.tidemark.io.StoragePath("commits/1"));

        Report report = followed(checkpoint, new Trigger.Once());

        assertThat(report.outcome()).isEqualTo(Outcome.FINE);
        assertThat(text(report).lines().toList())
                .startsWith("A restart RUNS: batch 1 again, then stops, as its trigger says")
                .anyMatch(line -> line.matches(" +Writes +commits/1"))
                .anyMatch(line -> line.matches(" +1 +again +\\? +none yet +written"))
                .anyMatch(line -> line.matches(" +0 +socket +10 +20"));
    }

    @Test
    void saysWhatRanBeforeItCouldNotBeToldFurther() throws IOException {
        MemoryStorage checkpoint = twoBatches();
        checkpoint.delete(new dev.tidemark.io.StoragePath("commits/1"));

        Report report = followed(checkpoint, new Trigger.AvailableNow());

        assertThat(report.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(text(report))
                .startsWith(
                        "A restart runs batch 1 again; the rest could not be told\n  why   what source 0 (socket) holds");
    }

    @Test
    void doesNotSayThatTheLogsDoNotStopAFollowedRestart() throws IOException {
        assertThat(text(followed(twoBatches(), new Trigger.AvailableNow())))
                .startsWith("A restart goes on with a new batch 2; how that ends could not be told");
    }
}
