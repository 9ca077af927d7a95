package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import dev.tidemark.engine.CrashProof.Point;
import dev.tidemark.engine.CrashProof.Verdict;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.query.WatermarkDescription;
import dev.tidemark.sink.BatchSink.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

/** Crashes of queries over directories of JSON lines. */
class CrashSearchTest {
    private static final String INPUT = "/lake/in";
    private static final OperatorDescription DEDUPE = new OperatorDescription(0, "dedupe", 1, Map.of());

    private static HandMadeCheckpoint oneBatchDone(WatermarkDescription watermark) {
        return started()
                .source(new SourceDescription(null, "json", INPUT, null, Map.of("maxFilesPerTrigger", "1"), watermark))
                .offsets(0, "{\"logOffset\":0}")
                .file("commits/0", "v1\n{\"nextBatchWatermarkMs\":0}")
                .file("sources/0/0", "v1\n{\"path\":\"file:///lake/in/a.json\",\"timestamp\":0,\"batchId\":0}")
                .beside(INPUT, "a.json", row(1))
                .beside(INPUT, "b.json", row(2))
                .beside(INPUT, "c.json", row(3));
    }

    private static String row(int second) {
        return "{\"k\":1,\"ts\":\"1970-01-01T00:00:%02dZ\"}\n".formatted(second);
    }

    /** The first batches of a query with state, so that no state need be there. */
    private static HandMadeCheckpoint fresh(String sinkFormat) {
        return started()
                .source(new SourceDescription(
                        null,
                        "json",
                        INPUT,
                        null,
                        Map.of("maxFilesPerTrigger", "1"),
                        new WatermarkDescription("ts", "0 seconds")))
                .operators(DEDUPE)
                .sinkAt(sinkFormat, "/lake/out")
                .conf("spark.sql.streaming.verifyCheckpointDirectoryEmptyOnStart", "false")
                .beside(INPUT, "a.json", row(1))
                .beside(INPUT, "b.json", row(2));
    }

    private static List<String> ids(RestartPrediction prediction) {
        return prediction.batches().stream()
                .map(batch -> batch.batchId() + " " + batch.kind().word() + " "
                        + batch.sink().word())
                .toList();
    }

    private static Point behind(CrashProof proof, String file) {
        return proof.points().stream()
                .filter(point -> point.first() != null
                        && point.first().event() instanceof EngineEvent.FileWritten written
                        && written.path().equals(file))
                .findFirst()
                .orElseThrow();
    }

    private static Point behindSink(CrashProof proof, long batchId) {
        return proof.points().stream()
                .filter(point -> point.first() != null
                        && point.first().event() instanceof EngineEvent.SinkFed
                        && Long.valueOf(batchId).equals(point.first().batchId()))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void provesThatRowsComeOnceToASinkThatKnowsItsBatches(String spark) throws IOException {
        CrashProof proof = oneBatchDone(null).sinkAt("parquet", "/lake/out").crash(spark, 3);

        assertThat(proof.verdict())
                .as("%s %s", proof.unknown(), proof.counterexample())
                .isEqualTo(Verdict.PROVEN);
        assertThat(ids(proof.uninterrupted())).containsExactly("1 new written", "2 new written");
        assertThat(ids(behind(proof, "offsets/1").after().restart()))
                .containsExactly("1 rerun written", "2 new written");
        assertThat(ids(behindSink(proof, 1).after().restart())).containsExactly("1 rerun skipped", "2 new written");
        assertThat(ids(behind(proof, "commits/1").after().restart())).containsExactly("2 new written");
        assertThat(proof.effort().isComplete()).isTrue();
    }

    @Test
    void tellsNothingOfWhatAQueryThatDoesNotStartWouldHold() throws IOException {
        CrashProof proof = oneBatchDone(null)
                .sinkAt("parquet", "/lake/out")
                .offsets(2, "{\"logOffset\":0}")
                .crash("4.1.3", 2);

        assertThat(proof.verdict(Invariant.RESTARTS)).isEqualTo(Verdict.BROKEN);
        assertThat(List.of(Invariant.values()).stream()
                        .filter(invariant -> invariant != Invariant.RESTARTS)
                        .map(proof::verdict))
                .containsOnly(Verdict.UNKNOWN);
    }

    @Test
    void takesNoRowForLostAtASinkThatForgetsAlthoughSomeComeAgain() throws IOException {
        CrashProof proof = oneBatchDone(null).sink("foreachBatch", Map.of()).crash("4.1.3", 2);

        assertThat(proof.verdict()).isEqualTo(Verdict.PROVEN);
        assertThat(proof.sink()).isEqualTo(CrashProof.SinkMemory.FORGETS);
        assertThat(ids(behindSink(proof, 1).after().restart())).contains("1 rerun duplicated");
    }

    @Test
    void anEntryOfTheSourcesLogThatNoOffsetNamesComesWithTheNextBatch() throws IOException {
        CrashProof proof = oneBatchDone(null).sinkAt("parquet", "/lake/out").crash("4.1.3", 3);

        assertThat(ids(behind(proof, "sources/0/1").after().restart()))
                .as("both files in one batch, past the limit")
                .containsExactly("1 new written");
        assertThat(behind(proof, "sources/0/1").after().broken()).isEmpty();
    }

    @Test
    void saysThatASkippedReplayLosesTheWatermarksAdvance() throws IOException {
        CrashProof proof = fresh("parquet").crash("4.1.3", 3);

        assertThat(proof.verdict())
                .as("%s %s", proof.unknown(), proof.counterexample())
                .isEqualTo(Verdict.PROVEN);
        assertThat(behindSink(proof, 0).after().lostWatermarkAdvance()).isEqualTo(0L);
        assertThat(behind(proof, "offsets/0").after().lostWatermarkAdvance())
                .as("a replay that runs sees the event times again")
                .isNull();
    }

    @Test
    void saysThatABatchWithoutDataWaitsWhereANewRunBeginsBehindTheLastData() throws IOException {
        CrashProof proof = fresh("parquet").crash("4.1.3", 3);

        assertThat(proof.uninterrupted().batches())
                .extracting(PredictedBatch::kind)
                .containsExactly(BatchKind.NEW, BatchKind.NEW, BatchKind.NO_DATA);
        assertThat(behind(proof, "commits/1").after().lateBatch()).isEqualTo(2L);
        assertThat(behind(proof, "offsets/2").after().lateBatch()).isNull();
    }

    @Test
    void findsTheDeadEndOfCheckpointFormatTwoAndTheShortestWayThere() throws IOException {
        CrashProof proof = fresh("parquet")
                .conf("spark.sql.streaming.stateStore.checkpointFormatVersion", "2")
                .conf(
                        "spark.sql.streaming.stateStore.providerClass",
                        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider")
                .crash("4.1.3", 3);

        assertThat(proof.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(proof.counterexample().invariant()).isEqualTo(Invariant.RESTARTS);
        assertThat(proof.counterexample().crashes()).hasSize(1);
        List<TraceEntry> way = proof.counterexample().crashes().get(0).trace();
        assertThat(way.get(way.size() - 1).event()).isInstanceOf(EngineEvent.SinkFed.class);
        assertThat(proof.counterexample().why()).endsWith("fails at batch 0: AssertionError");
    }

    @Test
    void findsThatAHalfWrittenFirstEntryKeepsAFreshQueryFromEverStarting() throws IOException {
        HandMadeCheckpoint checkpoint =
                fresh("parquet").conf("spark.sql.streaming.verifyCheckpointDirectoryEmptyOnStart", "true");

        CrashProof broken = checkpoint.crash("4.1.3", 1);

        assertThat(broken.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(broken.counterexample().why()).endsWith("STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY");
        assertThat(checkpoint.crash("4.0.3", 1).verdict())
                .as("before 4.1 nothing looks whether the directories are empty")
                .isEqualTo(Verdict.PROVEN);
    }

    @Test
    void findsThatABatchOfAnEarlierLifeSwallowsANewOne() throws IOException {
        CrashProof proof = oneBatchDone(null)
                .sinkAt("parquet", "/lake/out")
                .beside("/lake/out", "_spark_metadata/1", "v1")
                .crash("4.1.3", 2);

        assertThat(proof.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(proof.counterexample().invariant()).isEqualTo(Invariant.ROWS);
        assertThat(proof.counterexample().crashes()).as("no crash is needed").isEmpty();
    }

    @Test
    void cannotTellOfASourceThatIsNotAtHand() throws IOException {
        CrashProof proof = started().source("kinesis", null).crash("4.1.3", 2);

        assertThat(proof.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(proof.unknown()).anyMatch(reason -> reason.startsWith("what source 0 (kinesis) holds now"));
    }

    @Test
    void startsAgainAndAgainUnderOnce() throws IOException {
        CrashProof proof = oneBatchDone(null)
                .trigger(new Trigger.Once())
                .sinkAt("parquet", "/lake/out")
                .crash("4.1.3", 3);

        assertThat(proof.verdict()).as("%s", proof.counterexample()).isEqualTo(Verdict.PROVEN);
    }

    @Test
    void staysWithinTheBatchesAskedFor() throws IOException {
        CrashProof proof = oneBatchDone(null).sinkAt("parquet", "/lake/out").crash("4.1.3", 1);

        assertThat(ids(proof.uninterrupted())).containsExactly("1 new written");
        assertThat(proof.verdict()).isEqualTo(Verdict.PROVEN);
    }

    @Test
    void purgesOnTheWay() throws IOException {
        CrashProof proof = oneBatchDone(null)
                .sinkAt("parquet", "/lake/out")
                .conf("spark.sql.streaming.minBatchesToRetain", "1")
                .crash("4.1.3", 3);

        assertThat(proof.verdict()).as("%s", proof.counterexample()).isEqualTo(Verdict.PROVEN);
        assertThat(proof.uninterrupted().trace()).anyMatch(entry -> entry.event() instanceof EngineEvent.FileDeleted);
    }

    @Test
    void outcomesOfTheSinkAreTold() throws IOException {
        CrashProof proof = oneBatchDone(null).sinkAt("parquet", "/lake/out").crash("4.1.3", 1);

        assertThat(behindSink(proof, 1).after().restart().batches())
                .extracting(PredictedBatch::sink)
                .containsExactly(Outcome.SKIPPED);
    }
}
