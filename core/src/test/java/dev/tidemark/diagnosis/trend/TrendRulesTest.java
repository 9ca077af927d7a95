package dev.tidemark.diagnosis.trend;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

import dev.tidemark.checkpoint.survey.SmallCheckpoint;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLog;
import dev.tidemark.progress.ProgressReader;
import dev.tidemark.state.stats.BatchGrowth;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TrendRulesTest {
    private static final String OTHER_ID = "22222222-2222-2222-2222-222222222222";

    @Test
    void everyRuleHasItsOwnIdInOrder() {
        assertThat(TrendRules.ALL)
                .extracting(Rule::id)
                .doesNotHaveDuplicates()
                .isSorted()
                .allSatisfy(id -> assertThat(id).matches("TRD-\\d{3}"));
    }

    @Test
    void findsNothingInAHealthyStream() throws IOException {
        Stream healthy = new Stream(40);

        assertThat(findings(healthy)).isEmpty();
        assertThat(TrendRules.check(BatchSeries.of(healthy.checkpoint().whole())))
                .isEmpty();
        assertThat(TrendRules.check(BatchSeries.of(new SmallCheckpoint().whole())))
                .isEmpty();
    }

    @Test
    void findsStateThatOnlyGrows() throws IOException {
        Stream stream = new Stream(40);
        stream.stateRows = batch -> 100 * batch;
        stream.removed = batch -> 0;
        assertFinds(stream, "TRD-001", Severity.WARNING);

        stream.stateRows = batch -> 100 * Math.min(batch, 10);
        assertThat(findings(stream)).as("the keys levelled off").isEmpty();
        stream.batches = 12;
        stream.stateRows = batch -> 100 * batch;
        assertThat(findings(stream)).as("too few batches").isEmpty();
    }

    @Test
    void findsStateThatOnlyGrowsInTheFilesAlone() throws IOException {
        Map<Long, BatchGrowth> growth = new TreeMap<>();
        for (long batch = 0; batch < 30; batch++) {
            growth.put(batch, new BatchGrowth(batch, 10, 0, 100, 10 * (batch + 1)));
        }

        List<Finding> found = TrendRules.check(
                BatchSeries.of(new Stream(30).checkpoint().whole(), Optional.empty(), growth, OptionalLong.empty()));

        assertThat(found).extracting(Finding::rule).containsExactly("TRD-001");
    }

    @Test
    void findsStateThatGrowsAlthoughRowsLeaveIt() throws IOException {
        Stream stream = new Stream(60);
        stream.stateRows = batch -> 100 + batch * batch;
        stream.removed = batch -> 5;
        assertFinds(stream, "TRD-002", Severity.WARNING);

        stream.stateRows = batch -> 1000 + batch;
        assertThat(findings(stream)).isEmpty();
    }

    @Test
    void findsBatchesThatTakeLongerThanTheInterval() throws IOException {
        Stream stream = new Stream(20);
        stream.intervalMs = OptionalLong.of(1_000);
        stream.durationMs = batch -> 1_500;
        assertFinds(stream, "TRD-003", Severity.WARNING);

        stream.durationMs = batch -> batch == 10 ? 9_000 : 900;
        assertThat(findings(stream)).as("one slow batch is no trend").isEmpty();
        stream.durationMs = batch -> 1_500;
        stream.intervalMs = OptionalLong.empty();
        assertThat(findings(stream)).as("nobody said the interval").isEmpty();
    }

    @Test
    void findsSilenceThatFreezesTheWatermark() throws IOException {
        Stream stream = new Stream(20);
        stream.idleTriggers = 10;
        stream.idleEveryMs = 60_000;
        assertFinds(stream, "TRD-004", Severity.WARNING);

        stream.idleEveryMs = 1_000;
        assertThat(findings(stream)).as("ten seconds are no silence").isEmpty();
        stream.idleEveryMs = 60_000;
        stream.stateRows = batch -> 0;
        stream.removed = batch -> 0;
        assertThat(findings(stream)).as("no state waits").isEmpty();
    }

    @Test
    void findsAWatermarkThatStandsStillUnderInput() throws IOException {
        Stream stream = new Stream(40);
        stream.watermarkMs = batch -> 1_000 * Math.min(batch, 12);
        assertFinds(stream, "TRD-005", Severity.WARNING);
        assertThat(TrendRules.check(BatchSeries.of(stream.checkpoint().whole())))
                .as("the files alone tell it")
                .extracting(Finding::rule)
                .contains("TRD-005");

        stream.watermarkMs = batch -> 1_000 * Math.min(batch, 30);
        assertThat(findings(stream)).isEmpty();
        stream.watermarkMs = batch -> 0;
        assertThat(findings(stream)).as("no watermark at all").isEmpty();
    }

    @Test
    void findsAWatermarkThatFallsBehind() throws IOException {
        Stream stream = new Stream(60);
        stream.everyMs = 120_000;
        stream.watermarkMs = batch -> Stream.START_MS - 60_000 + batch * 12_000;
        assertFinds(stream, "TRD-006", Severity.WARNING);

        stream.watermarkMs = batch -> Stream.START_MS - 3_600_000 + batch * 120_000;
        assertThat(findings(stream)).as("far behind, and not further each time").isEmpty();
    }

    @Test
    void findsBatchesThatSlowDown() throws IOException {
        Stream stream = new Stream(40);
        stream.durationMs = batch -> 1_000 + 400 * batch;
        assertFinds(stream, "TRD-007", Severity.WARNING);

        stream.inputRows = batch -> 10 + 10 * batch;
        assertThat(findings(stream)).as("there is more to read").isEmpty();
    }

    @Test
    void findsRowsDroppedAsLate() throws IOException {
        Stream stream = new Stream(20);
        stream.late = batch -> batch % 2;
        assertFinds(stream, "TRD-008", Severity.WARNING);

        stream.late = batch -> batch == 3 ? 1 : 0;
        assertFinds(stream, "TRD-008", Severity.INFO);
    }

    @Test
    void findsABacklogThatGrows() throws IOException {
        Stream stream = new Stream(30);
        stream.backlog = batch -> 100 * batch;
        assertFinds(stream, "TRD-009", Severity.WARNING);

        stream.backlog = batch -> 3_000 - 100 * batch;
        assertThat(findings(stream)).isEmpty();
    }

    @Test
    void saysThatTheReportsAreAnotherQuerys() throws IOException {
        Stream stream = new Stream(5);
        stream.queryId = OTHER_ID;

        assertFinds(stream, "TRD-010", Severity.WARNING);
    }

    @Test
    void findsABatchThatEndedElsewhere() throws IOException {
        Stream stream = new Stream(5);
        stream.reportedOffset = batch -> batch == 3 ? 99 : batch;

        List<Finding> found = findings(stream);

        assertThat(found).extracting(Finding::rule).containsExactly("TRD-011");
        assertThat(found.get(0).severity()).isEqualTo(Severity.ERROR);
        assertThat(found.get(0).evidence().get(0).path()).isEqualTo("offsets/3");
    }

    @Test
    void findsABatchThatUsedAnotherWatermark() throws IOException {
        Stream stream = new Stream(5);
        stream.reportedWatermarkShiftMs = 1;

        assertFinds(stream, "TRD-012", Severity.ERROR);
    }

    @Test
    void findsBatchesThatTheCheckpointLacks() throws IOException {
        Stream stream = new Stream(5);
        stream.lost = 2;

        List<Finding> found = findings(stream);

        assertThat(found).extracting(Finding::rule).containsExactly("TRD-013");
        assertThat(found.get(0).explanation().summary()).contains("batch 4", "ends at batch 2");
    }

    @Test
    void findsAReportedBatchWithoutItsCommit() throws IOException {
        Stream stream = new Stream(5);

        List<Finding> found = TrendRules.check(BatchSeries.of(
                stream.checkpoint().without("commits/4").whole(),
                Optional.of(stream.progress()),
                Map.of(),
                OptionalLong.empty()));

        assertThat(found).extracting(Finding::rule).containsExactly("TRD-014");
    }

    @Test
    void findsABatchThatTwoRunsReported() throws IOException {
        Stream stream = new Stream(5);
        stream.reportedAgain = 3;

        assertFinds(stream, "TRD-015", Severity.WARNING);
    }

    @Test
    void saysWhatCannotBeRead() throws IOException {
        Stream stream = new Stream(5);
        stream.tail = "{\"id\":\"torn";

        assertFinds(stream, "TRD-016", Severity.INFO);
    }

    @Test
    void saysWhatTheNewestRunDiedOf() throws IOException {
        Stream stream = new Stream(5);
        stream.tail =
                "{\"Event\":\"org.apache.spark.sql.streaming.StreamingQueryListener$QueryTerminatedEvent\",\"id\":\""
                        + SmallCheckpoint.ID + "\",\"runId\":\"run\",\"exception\":\"boom\"}";

        List<Finding> found = findings(stream);

        assertThat(found).extracting(Finding::rule).containsExactly("TRD-017");
        assertThat(found.get(0).explanation().summary()).endsWith("boom");
    }

    private static void assertFinds(Stream stream, String rule, Severity severity) throws IOException {
        List<Finding> found = findings(stream);

        assertThat(found).extracting(Finding::rule).containsExactly(rule);
        assertThat(found.get(0).severity()).isEqualTo(severity);
        assertThat(found.get(0).evidence()).isNotEmpty();
        assertThat(found.get(0).explanation().summary()).isNotBlank();
    }

    private static List<Finding> findings(Stream stream) throws IOException {
        return TrendRules.check(BatchSeries.of(
                stream.checkpoint().whole(), Optional.of(stream.progress()), Map.of(), stream.intervalMs));
    }

    /** A stream of one file source, and how it differs from a healthy one. */
    private static final class Stream {
        static final long START_MS = 1_772_359_200_000L;

        int batches;
        long everyMs = 10_000;
        OptionalLong intervalMs = OptionalLong.empty();
        String queryId = SmallCheckpoint.ID;
        String tail = "";
        LongUnaryOperator watermarkMs = batch -> START_MS - 30_000 + batch * 10_000;
        LongUnaryOperator stateRows = batch -> 100 + batch % 7;
        LongUnaryOperator removed = batch -> 10;
        LongUnaryOperator late = batch -> 0;
        LongUnaryOperator inputRows = batch -> 50;
        LongUnaryOperator durationMs = batch -> 800;
        LongUnaryOperator backlog = batch -> 5;
        LongUnaryOperator reportedOffset = batch -> batch;
        long reportedWatermarkShiftMs;
        int idleTriggers;
        long idleEveryMs;
        int lost;
        long reportedAgain = -1;

        Stream(int batches) {
            this.batches = batches;
        }

        SmallCheckpoint checkpoint() {
            SmallCheckpoint checkpoint =
                    new SmallCheckpoint().with("metadata", "{\"id\":\"" + SmallCheckpoint.ID + "\"}");
            for (long batch = 0; batch < batches - lost; batch++) {
                checkpoint
                        .with(
                                "offsets/" + batch,
                                "v1\n{\"batchWatermarkMs\":" + watermarkMs.applyAsLong(batch) + ",\"batchTimestampMs\":"
                                        + (START_MS + batch * everyMs) + ",\"conf\":{}}\n{\"logOffset\":" + batch + "}")
                        .commit(batch);
            }
            return checkpoint;
        }

        ProgressLog progress() throws IOException {
            List<String> lines = new ArrayList<>();
            for (long batch = 0; batch < batches; batch++) {
                lines.add(line(batch, "run", START_MS + batch * everyMs, true));
                if (batch == reportedAgain) {
                    lines.add(line(batch, "another run", START_MS + batch * everyMs + 1, true));
                }
            }
            long last = START_MS + (batches - 1) * everyMs;
            for (int i = 1; i <= idleTriggers; i++) {
                lines.add(line(batches - 1L, "run", last + i * idleEveryMs, false));
            }
            lines.add(tail);
            return ProgressReader.read(
                    new MemoryStorage().with("progress.json", String.join("\n", lines)),
                    Optional.of(SmallCheckpoint.ID));
        }

        private String line(long batch, String run, long atMs, boolean hasInput) {
            return "{\"id\":\"" + queryId + "\",\"runId\":\"" + run + "\",\"timestamp\":\""
                    + java.time.Instant.ofEpochMilli(atMs) + "\",\"batchId\":" + batch + ",\"durationMs\":{"
                    + (hasInput ? "\"addBatch\":1," : "") + "\"triggerExecution\":" + durationMs.applyAsLong(batch)
                    + "},\"eventTime\":" + eventTime(batch)
                    + ",\"stateOperators\":[{\"operatorName\":\"stateStoreSave\""
                    + ",\"numRowsTotal\":" + stateRows.applyAsLong(batch) + ",\"numRowsRemoved\":"
                    + (hasInput ? removed.applyAsLong(batch) : 0) + ",\"numRowsDroppedByWatermark\":"
                    + (hasInput ? late.applyAsLong(batch) : 0)
                    + "}],\"sources\":[{\"description\":\"FileStreamSource\",\"endOffset\":{\"logOffset\":"
                    + reportedOffset.applyAsLong(batch) + "},\"numInputRows\":"
                    + (hasInput ? inputRows.applyAsLong(batch) : 0) + ",\"metrics\":{\"numFilesOutstanding\":\""
                    + backlog.applyAsLong(batch) + "\"}}]}";
        }

        private String eventTime(long batch) {
            long watermark = watermarkMs.applyAsLong(batch);
            return watermark == 0
                    ? "{}"
                    : "{\"watermark\":\"" + java.time.Instant.ofEpochMilli(watermark + reportedWatermarkShiftMs)
                            + "\"}";
        }
    }
}
