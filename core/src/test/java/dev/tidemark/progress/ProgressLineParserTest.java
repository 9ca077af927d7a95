package dev.tidemark.progress;

import java.util.List;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressLineParserTest {
    private static final Location AT = Location.of("progress.json").atLine(1);

    private static final String PROGRESS = """
            {"id":"b2f7b0a2-0b1c-4c8e-9a86-3b7f2f3f8a11","runId":"r1","name":"orders","timestamp":"2026-03-01T10:00:00.000Z",\
            "batchId":7,"batchDuration":1500,"numInputRows":12,"durationMs":{"addBatch":900,"triggerExecution":1400},\
            "eventTime":{"max":"2026-03-01T09:59:58.000Z","watermark":"2026-03-01T09:58:00.000Z"},\
            "stateOperators":[{"operatorName":"stateStoreSave","numRowsTotal":40,"numRowsUpdated":5,"numRowsRemoved":3,\
            "memoryUsedBytes":2048,"numRowsDroppedByWatermark":2}],\
            "sources":[{"description":"KafkaV2","startOffset":{"t":{"0":1}},"endOffset":{"t":{"0":13}},"numInputRows":12,\
            "metrics":{"maxOffsetsBehindLatest":"4"}}],"sink":{"description":"delta","numOutputRows":-1}}""";

    @Test
    void readsWhatSparkReports() {
        QueryProgress progress = report(ProgressLineParser.parse(AT, PROGRESS));

        assertThat(progress)
                .isEqualTo(new QueryProgress(
                        AT,
                        new QueryProgress.Run("b2f7b0a2-0b1c-4c8e-9a86-3b7f2f3f8a11", "r1", "orders"),
                        7,
                        new QueryProgress.Timing(1_772_359_200_000L, 1400L, true),
                        new QueryProgress.EventTime(1_772_359_080_000L, 1_772_359_198_000L),
                        List.of(new QueryProgress.OperatorProgress("stateStoreSave", 40, 5, 3, 2, 2048)),
                        List.of(new QueryProgress.SourceProgress(
                                "KafkaV2",
                                "{\"t\":{\"0\":13}}",
                                12L,
                                List.of(new QueryProgress.Backlog("maxOffsetsBehindLatest", 4))))));
        assertThat(progress.inputRows()).hasValue(12);
    }

    @Test
    void readsTheSameFromAnEventWhichSpellsOffsetsAsStrings() {
        String event =
                "{\"Event\":\"org.apache.spark.sql.streaming.StreamingQueryListener$QueryProgressEvent\",\"progress\":"
                        + PROGRESS.replace("{\"t\":{\"0\":13}}", "\"{\\\"t\\\":{\\\"0\\\":13}}\"") + "}";

        assertThat(report(ProgressLineParser.parse(AT, event)))
                .isEqualTo(report(ProgressLineParser.parse(AT, PROGRESS)));
    }

    @Test
    void passesOverEventsOfTasksWithoutLookingInside() {
        assertThat(ProgressLineParser.parse(AT, "{\"Event\":\"SparkListenerTaskEnd\",\"torn"))
                .isEqualTo(Parsed.intact(ProgressLine.Other.OTHER));
        assertThat(ProgressLineParser.parse(AT, "{\"Event\":\"SparkListenerJobStart\"}"))
                .isEqualTo(Parsed.intact(ProgressLine.Other.OTHER));
    }

    @Test
    void knowsIdleTriggersAndHowRunsBeginAndEnd() {
        String listener = "{\"Event\":\"org.apache.spark.sql.streaming.StreamingQueryListener$Query";
        QueryProgress.Run run = new QueryProgress.Run("q", "r", null);

        assertThat(value(listener
                        + "IdleEvent\",\"id\":\"q\",\"runId\":\"r\",\"timestamp\":\"1970-01-01T00:00:01.000Z\"}"))
                .isEqualTo(new ProgressLine.Idle(run, 1000));
        assertThat(value(listener + "StartedEvent\",\"id\":\"q\",\"runId\":\"r\"}"))
                .isEqualTo(new ProgressLine.Started(run, 0));
        assertThat(value(listener + "TerminatedEvent\",\"id\":\"q\",\"runId\":\"r\",\"exception\":\"boom\\n at x\"}"))
                .isEqualTo(new ProgressLine.Terminated(run, "boom"));
        assertThat(value(listener + "TerminatedEvent\",\"id\":\"q\",\"runId\":\"r\",\"exception\":null}"))
                .isEqualTo(new ProgressLine.Terminated(run, ""));
    }

    @Test
    void aTriggerWithoutABatchRanNone() {
        QueryProgress progress =
                report(ProgressLineParser.parse(AT, "{\"batchId\":3,\"durationMs\":{\"triggerExecution\":2}}"));

        assertThat(progress.timing()).isEqualTo(new QueryProgress.Timing(null, 2L, false));
        assertThat(progress.inputRows()).isEmpty();
    }

    @Test
    void saysWhatIsMissingOfAReport() {
        assertThat(ProgressLineParser.parse(AT, "{\"numInputRows\":1}")
                        .damage()
                        .orElseThrow()
                        .message())
                .isEqualTo(
                        "progress.json:1: expected the progress of a query with a field \"batchId\", found no such field");
    }

    @Test
    void everyCutIsADamageAndNothingElse() {
        for (int cut = 1; cut < PROGRESS.length(); cut++) {
            Parsed<ProgressLine> parsed = ProgressLineParser.parse(AT, PROGRESS.substring(0, cut));

            assertThat(parsed.isIntact()).as("cut at %d", cut).isFalse();
        }
    }

    @Test
    void fieldsOfAnotherTypeCountAsAbsent() {
        for (String wrong : List.of("null", "true", "[]", "{}", "\"x\"", "1e400", "-1")) {
            for (String field : List.of(
                    "id", "timestamp", "batchDuration", "durationMs", "eventTime", "stateOperators", "sources")) {
                String line = "{\"batchId\":1,\"" + field + "\":" + wrong + "}";

                assertThat(ProgressLineParser.parse(AT, line).isIntact())
                        .as(line)
                        .isTrue();
            }
        }
    }

    private static ProgressLine value(String line) {
        return ProgressLineParser.parse(AT, line).value().orElseThrow();
    }

    private static QueryProgress report(Parsed<ProgressLine> parsed) {
        return ((ProgressLine.Report) parsed.value().orElseThrow()).progress();
    }
}
