package dev.tidemark.engine;

import java.io.IOException;
import java.util.Map;

import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

/** What triggers and async progress tracking refuse, and what a restart repeats. Observed on Spark 4.1.1. */
class TriggerRulesTest {
    private static final Trigger CONTINUOUS = new Trigger.Continuous("1 second");
    private static final Trigger BATCHES = new Trigger.ProcessingTime("1 second");
    private static final Map<String, String> ASYNC = Map.of("asyncProgressTrackingEnabled", "true");

    private static HandMadeCheckpoint microBatches() {
        return started()
                .source(new SourceDescription(null, "rate-micro-batch", null, null, Map.of("rowsPerBatch", "5"), null));
    }

    private static SparkError.Cause told(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        assertThat(failure).as("%s", prediction.unknown()).isNotNull();
        return failure.error().telling();
    }

    // async progress tracking

    @Test
    void asyncRefusesASinkThatIsNotMeantForIt() throws IOException {
        HandMadeCheckpoint query = microBatches().trigger(BATCHES).sink("foreachBatch", ASYNC);

        assertThat(told(query.follow("4.1.1")).message())
                .isEqualTo("Sink ForeachBatchSink does not support async progress tracking");
    }

    @Test
    void asyncRefusesAvailableNow() throws IOException {
        HandMadeCheckpoint query =
                microBatches().trigger(new Trigger.AvailableNow()).sink("noop", ASYNC);

        assertThat(told(query.follow("4.1.1")).message())
                .isEqualTo("Async progress tracking cannot be used with AvailableNow trigger");
    }

    @Test
    void asyncRefusesStateWhenTheFirstBatchIsPlanned() throws IOException {
        RestartPrediction prediction = microBatches()
                .trigger(BATCHES)
                .sink("noop", ASYNC)
                .operators(new OperatorDescription(0, "stateStoreSave", 2, Map.of()))
                .follow("4.1.1");

        assertThat(told(prediction).message()).startsWith("Stateful streaming queries does not support async");
        assertThat(prediction.changes().written())
                .extracting(RestartPrediction.LogChanges.Written::path)
                .contains("offsets/0");
    }

    @Test
    void asyncRepeatsWhatCameBehindTheNewestPairAsOneBatch() throws IOException {
        RestartPrediction prediction = microBatches()
                .trigger(BATCHES)
                .sink("noop", ASYNC)
                .offsets(0, "{\"offset\":5,\"timestamp\":1000}")
                .offsets(1, "{\"offset\":10,\"timestamp\":2000}")
                .offsets(3, "{\"offset\":20,\"timestamp\":4000}")
                .commit(0)
                .commit(1)
                .follow("4.1.1");

        assertThat(prediction.batches().get(0).batchId()).isEqualTo(3);
        assertThat(prediction.batches().get(0).sources().get(0).read().rows()).isEqualTo(10);
        assertThat(prediction.batches())
                .filteredOn(batch -> batch.isCompleted())
                .hasSize(2);
        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown()).anyMatch(reason -> reason.contains("writes the logs every 1000 ms"));
    }

    @Test
    void withoutAsyncAGapBeforeTheNewestEntryIsTheEnd() throws IOException {
        RestartPrediction prediction = microBatches()
                .offsets(1, "{\"offset\":10,\"timestamp\":2000}")
                .offsets(3, "{\"offset\":20,\"timestamp\":4000}")
                .commit(1)
                .follow("4.1.1");

        assertThat(told(prediction).message()).isEqualTo("batch 2 doesn't exist");
    }

    // continuous processing

    @Test
    void continuousRefusesSourcesOfTheOlderInterface() throws IOException {
        HandMadeCheckpoint query =
                started().source("json", "/lake/in").trigger(CONTINUOUS).sink("noop", Map.of());

        assertThat(told(query.follow("4.1.1")).condition()).isEqualTo("_LEGACY_ERROR_TEMP_3102");
    }

    @Test
    void continuousRefusesRateMicroBatch() throws IOException {
        HandMadeCheckpoint query = microBatches().trigger(CONTINUOUS).sink("noop", Map.of());

        assertThat(told(query.follow("4.1.1")).condition()).isEqualTo("_LEGACY_ERROR_TEMP_2253");
    }

    @Test
    void continuousIsNoTriggerForAFileSink() throws IOException {
        HandMadeCheckpoint query =
                started().source("rate", null).trigger(CONTINUOUS).sinkAt("parquet", "/lake/out");

        assertThat(told(query.follow("4.1.1")).message()).isEqualTo("Unknown type of trigger: ContinuousTrigger(1000)");
    }

    @Test
    void continuousCannotReadTheSecondsOfTheRateSource() throws IOException {
        HandMadeCheckpoint query = started()
                .source("rate", null)
                .offsets(0, "3")
                .commit(0)
                .trigger(CONTINUOUS)
                .sink("noop", Map.of());

        assertThat(told(query.follow("4.1.1")).message()).isEqualTo("Expected object but got JInt(3)");
    }

    // real-time mode

    @Test
    void realTimeModeHasAListOfSinksAndOutputModes() throws IOException {
        HandMadeCheckpoint query = started().source("rate", null).trigger(new Trigger.RealTime("5 seconds"));

        assertThat(told(query.sink("noop", Map.of()).follow("4.1.1")).condition())
                .isEqualTo("STREAMING_REAL_TIME_MODE.OPERATOR_OR_SINK_NOT_IN_ALLOWLIST");
        assertThat(told(query.sink("console", Map.of()).follow("4.1.1")).condition())
                .isEqualTo("STREAMING_REAL_TIME_MODE.OUTPUT_MODE_NOT_SUPPORTED");
    }

    @Test
    void realTimeModeRefusesStreamsThatDoNotSupportIt() throws IOException {
        HandMadeCheckpoint query = microBatches()
                .trigger(new Trigger.RealTime("5 seconds"))
                .sink("console", Map.of())
                .outputMode("update");

        assertThat(told(query.follow("4.1.1")).condition())
                .isEqualTo("STREAMING_REAL_TIME_MODE.INPUT_STREAM_NOT_SUPPORTED");
    }

    @ParameterizedTest
    @CsvSource({
        "delta,append,OPERATOR_OR_SINK_NOT_IN_ALLOWLIST",
        "parquet,append,OPERATOR_OR_SINK_NOT_IN_ALLOWLIST",
        "foreachBatch,update,OPERATOR_OR_SINK_NOT_IN_ALLOWLIST",
        "memory,update,OPERATOR_OR_SINK_NOT_IN_ALLOWLIST"
    })
    void realTimeModeRefusesSinksThatKeepTables(String sink, String mode, String condition) throws IOException {
        HandMadeCheckpoint query = started()
                .source("rate", null)
                .trigger(new Trigger.RealTime("5 seconds"))
                .sinkAt(sink, "/lake/out")
                .outputMode(mode);

        assertThat(told(query.follow("4.2.0")).condition()).isEqualTo("STREAMING_REAL_TIME_MODE." + condition);
    }

    @Test
    void realTimeModeHasAShortestBatch() throws IOException {
        HandMadeCheckpoint query = started()
                .source("rate", null)
                .trigger(new Trigger.RealTime("4999 milliseconds"))
                .sink("console", Map.of())
                .outputMode("update");

        assertThat(told(query.follow("4.2.0")).message())
                .contains("is set to 4999 ms. This is less than the 5000 ms minimum");
    }
}
