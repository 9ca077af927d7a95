package dev.tidemark.engine;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.LogChanges.Written;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.StateUse;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.OperatorDescription.StoreDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.query.WatermarkDescription;
import dev.tidemark.sink.BatchSink.Outcome;
import dev.tidemark.source.kafka.PartitionBounds;
import dev.tidemark.source.kafka.Topics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.engine.HandMadeCheckpoint.ID;
import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

/** Batch after batch over directories of JSON lines. */
class MicroBatchLoopTest {
    private static final String INPUT = "/lake/in";
    private static final String SINK = "/lake/out";
    private static final StoreDescription COUNTS = new StoreDescription("k BIGINT", "count BIGINT");

    private static String row(String time) {
        return "{\"k\":1,\"ts\":\"" + time + "\"}\n";
    }

    private static String second(int second) {
        return row("1970-01-01T00:00:%02dZ".formatted(second));
    }

    private static SourceDescription json(Map<String, String> options, WatermarkDescription watermark) {
        return new SourceDescription(null, "json", INPUT, null, options, watermark);
    }

    /** Two committed batches of a file each; what is behind them is new. */
    private static HandMadeCheckpoint twoBatches(SourceDescription source) {
        return started()
                .source(source)
                .offsets(0, "{\"logOffset\":0}")
                .offsets(1, "{\"logOffset\":1}")
                .commit(0)
                .commit(1)
                .file("sources/0/0", logged("a", 0))
                .file("sources/0/1", logged("b", 1))
                .beside(INPUT, "a.json", second(1))
                .beside(INPUT, "b.json", second(2));
    }

    private static HandMadeCheckpoint twoBatches() {
        return twoBatches(json(Map.of("maxFilesPerTrigger", "1"), null));
    }

    private static String logged(String name, int batchId) {
        return "v1\n{\"path\":\"file:///lake/in/" + name + ".json\",\"timestamp\":0,\"batchId\":" + batchId + "}";
    }

    private static List<Long> ids(RestartPrediction prediction) {
        return prediction.batches().stream().map(PredictedBatch::batchId).toList();
    }

    private static List<BatchKind> kinds(RestartPrediction prediction) {
        return prediction.batches().stream().map(PredictedBatch::kind).toList();
    }

    private static List<String> written(RestartPrediction prediction) {
        return prediction.changes().written().stream().map(Written::path).toList();
    }

    private static String content(RestartPrediction prediction, String path) {
        return prediction.changes().written().stream()
                .filter(file -> file.path().equals(path))
                .map(Written::content)
                .findFirst()
                .orElseThrow();
    }

    private static SparkError.Cause told(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        assertThat(failure).as("%s", prediction.unknown()).isNotNull();
        return failure.error().telling();
    }

    // which batches

    @Test
    void hasNothingToDoWhereNothingIsNew() throws IOException {
        RestartPrediction prediction = twoBatches().follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.batches()).isEmpty();
        assertThat(prediction.changes().written()).isEmpty();
    }

    @Test
    void plansABatchOfWhatIsNew() throws IOException {
        RestartPrediction prediction =
                twoBatches().beside(INPUT, "c.json", second(3) + second(4)).follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.batches()).singleElement().satisfies(batch -> {
            assertThat(batch.batchId()).isEqualTo(2);
            assertThat(batch.kind()).isEqualTo(BatchKind.NEW);
            assertThat(batch.isCompleted()).isTrue();
            assertThat(batch.sources().get(0).start()).isEqualTo("{\"logOffset\":1}");
            assertThat(batch.sources().get(0).end()).isEqualTo("{\"logOffset\":2}");
            assertThat(batch.sources().get(0).read().rows()).isEqualTo(2);
        });
        assertThat(written(prediction)).contains("offsets/2", "commits/2");
        assertThat(content(prediction, "offsets/2")).endsWith("\n{\"logOffset\":2}");
    }

    @Test
    void takesAsManyBatchesAsTheLimitOfTheSourceMakes() throws IOException {
        RestartPrediction prediction = twoBatches()
                .beside(INPUT, "c.json", second(3))
                .beside(INPUT, "d.json", second(4))
                .beside(INPUT, "e.json", second(5))
                .follow("4.1.3");

        assertThat(ids(prediction)).containsExactly(2L, 3L, 4L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void runsAnUncommittedBatchAgainBeforeNewOnes(String spark) throws IOException {
        RestartPrediction prediction = twoBatches()
                .without("commits/1")
                .beside(INPUT, "c.json", second(3))
                .follow(spark);

        assertThat(ids(prediction)).containsExactly(1L, 2L);
        assertThat(kinds(prediction)).containsExactly(BatchKind.RERUN, BatchKind.NEW);
        assertThat(written(prediction))
                .contains("commits/1", "offsets/2", "commits/2")
                .doesNotContain("offsets/1");
    }

    @ParameterizedTest
    @CsvSource({"3.5.9, 2", "4.0.3, 3", "4.1.3, 3", "4.2.0, 3"})
    void startsASourceOverThatHadNoOffsetInTheBatchThatRanAgain(String spark, long rows) throws IOException {
        RestartPrediction prediction = twoBatches()
                .without("commits/1")
                .offsets(1, "-")
                .beside(INPUT, "c.json", second(3))
                .follow(spark);

        assertThat(ids(prediction)).containsExactly(1L, 2L);
        assertThat(prediction.batches().get(1).sources().get(0).read().rows()).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource({"3.5.9,1", "4.0.3,3", "4.2.0,3"})
    void limitsFilesBySizeWhereSparkDoes(String spark, int batches) throws IOException {
        SourceDescription small =
                new SourceDescription(null, "json", INPUT, null, Map.of("maxBytesPerTrigger", "1"), null);
        RestartPrediction prediction = started()
                .source(small)
                .sink("noop", Map.of())
                .beside(INPUT, "a.json", second(1))
                .beside(INPUT, "b.json", second(2))
                .beside(INPUT, "c.json", second(3))
                .follow(spark);

        assertThat(prediction.batches()).hasSize(batches);
    }

    @Test
    void stopsAfterTheBatchThatRanAgainUnderOnce() throws IOException {
        RestartPrediction prediction = twoBatches()
                .trigger(new Trigger.Once())
                .without("commits/1")
                .beside(INPUT, "c.json", second(3))
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(ids(prediction)).containsExactly(1L);
    }

    @Test
    void takesEverythingAtOnceUnderOnceWhateverTheLimit() throws IOException {
        RestartPrediction prediction = twoBatches()
                .trigger(new Trigger.Once())
                .beside(INPUT, "c.json", second(3))
                .beside(INPUT, "d.json", second(4))
                .follow("4.1.3");

        assertThat(prediction.batches())
                .singleElement()
                .satisfies(batch ->
                        assertThat(batch.sources().get(0).read().rows()).isEqualTo(2));
    }

    @Test
    void followsNoMoreBatchesThanAsked() throws IOException {
        RestartPrediction prediction = twoBatches()
                .beside(INPUT, "c.json", second(3))
                .beside(INPUT, "d.json", second(4))
                .beside(INPUT, "e.json", second(5))
                .restart("4.1.3", new Reach(2, Reach.DataFiles.LEFT_ALONE));

        assertThat(ids(prediction)).containsExactly(2L, 3L);
        assertThat(prediction.batches().get(0).sources().get(0).read().rows())
                .as("rows are counted only where data files may be read")
                .isNull();
    }

    @Test
    void cannotGoOnOverASourceThatIsNotAtHand() throws IOException {
        RestartPrediction prediction = HandMadeCheckpoint.committedUpTo(1)
                .source("socket", null)
                .without("commits/1")
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(ids(prediction)).containsExactly(1L);
        assertThat(prediction.unknown()).anyMatch(reason -> reason.startsWith("what source 0 (socket) holds now"));
    }

    @Test
    void followsTheFirstBatchesOfAQueryThatNeverCatchesUp() throws IOException {
        Map<String, String> options = Map.of("rowsPerBatch", "100", "startTimestamp", "1000");
        RestartPrediction prediction = started()
                .source(new SourceDescription(null, "rate-micro-batch", null, null, options, null))
                .trigger(new Trigger.ProcessingTime("0 seconds"))
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.batches()).hasSize(10);
        assertThat(content(prediction, "offsets/9")).endsWith("\n{\"offset\":1000,\"timestamp\":11000}");
        assertThat(prediction.unknown()).anyMatch(note -> note.startsWith("the query never catches up"));
    }

    @Test
    void anInputDirectoryThatIsGoneStopsTheQueryBeforeItsThreadRuns() throws IOException {
        RestartPrediction prediction = HandMadeCheckpoint.started()
                .source("json", "/lake/gone")
                .offsets(0, "{\"logOffset\":0}")
                .file("sources/0/0", logged("a", 0))
                .beside("/lake", "other.json", second(1))
                .follow("4.1.3");

        assertThat(told(prediction).condition()).isEqualTo("PATH_NOT_FOUND");
        assertThat(told(prediction).message())
                .isEqualTo("[PATH_NOT_FOUND] Path does not exist: /lake/gone. SQLSTATE: 42K03");
        assertThat(prediction.batches()).isEmpty();
    }

    @Test
    void aPatternOfInputDirectoriesMayMatchNothing() throws IOException {
        RestartPrediction prediction = HandMadeCheckpoint.started()
                .source("json", "/lake/gone/*")
                .offsets(0, "{\"logOffset\":0}")
                .file("sources/0/0", logged("a", 0))
                .beside("/lake", "other.json", second(1))
                .follow("4.1.3");

        assertThat(prediction.failure()).isNull();
    }

    /** One source has a new file, the other has nothing. */
    private static RestartPrediction unionWithAnIdleSource(String spark, @Nullable WatermarkDescription watermark)
            throws IOException {
        SourceDescription idle = new SourceDescription(null, "json", "/lake/idle", null, Map.of(), watermark);
        return started()
                .source(json(Map.of(), null))
                .source(idle)
                .offsets(0, "{\"logOffset\":0}", "{\"logOffset\":0}")
                .commit(0)
                .file("sources/0/0", logged("a", 0))
                .file("sources/1/0", logged("a", 0).replace("/in/", "/idle/"))
                .beside(INPUT, "a.json", second(1))
                .beside(INPUT, "b.json", second(2))
                .beside("/lake/idle", "a.json", second(1))
                .follow(spark);
    }

    @Test
    void countsTheRowsOfAUnionWithAnIdleSource() throws IOException {
        PredictedBatch batch = unionWithAnIdleSource("4.0.1", null).batches().get(0);

        assertThat(batch.sources()).extracting(source -> source.read().rows()).containsExactly(1L, 0L);
    }

    @Test
    void spark35CountsNoRowsOfAUnionWithAnIdleSource() throws IOException {
        PredictedBatch batch = unionWithAnIdleSource("3.5.9", null).batches().get(0);

        assertThat(batch.sources()).extracting(source -> source.read().rows()).containsExactly(0L, 0L);
    }

    @Test
    void spark35CountsThemWhenASourceHasARangeWithoutFiles() throws IOException {
        RestartPrediction prediction = started()
                .source(json(Map.of(), null))
                .source(new SourceDescription(null, "delta", "/lake/orders", null, Map.of(), null))
                .offsets(0, "{\"logOffset\":0}", deltaOffset(1))
                .commit(0)
                .file("sources/0/0", logged("a", 0))
                .beside(INPUT, "a.json", second(1))
                .beside(INPUT, "b.json", second(2))
                .beside("/lake/orders", "_delta_log/00000000000000000000.json", deltaLog(0))
                .beside("/lake/orders", "_delta_log/00000000000000000001.json", "{\"commitInfo\":{}}\n")
                .beside("/lake/orders", "_delta_log/00000000000000000002.json", "{\"commitInfo\":{}}\n")
                .follow("3.5.9");

        assertThat(prediction.batches().get(0).sources())
                .extracting(source -> source.read().rows())
                .as("the optimizer knows an idle source by its empty relation, and this one has none")
                .containsExactly(1L, 0L);
    }

    @Test
    void spark35CountsThemWhenTheIdleSourceBearsAWatermark() throws IOException {
        WatermarkDescription watermark = new WatermarkDescription("ts", "1 second");
        PredictedBatch batch =
                unionWithAnIdleSource("3.5.9", watermark).batches().get(0);

        assertThat(batch.sources()).extracting(source -> source.read().rows()).containsExactly(1L, 0L);
    }

    @Test
    void takesTheWatermarkFromTheOneTimeThatARateMicroBatchHas() throws IOException {
        Map<String, String> options =
                Map.of("rowsPerBatch", "100", "startTimestamp", "60000", "advanceMillisPerBatch", "5000");
        WatermarkDescription watermark = new WatermarkDescription("timestamp", "10 seconds");
        RestartPrediction prediction = started()
                .source(new SourceDescription(null, "rate-micro-batch", null, null, options, watermark))
                .trigger(new Trigger.ProcessingTime("0 seconds"))
                .follow("4.1.3");

        assertThat(content(prediction, "commits/0")).endsWith("{\"nextBatchWatermarkMs\":50000}");
        assertThat(content(prediction, "commits/1")).endsWith("{\"nextBatchWatermarkMs\":55000}");
    }

    @Test
    void aRateSourceThatLostItsBeginningRunsBackwards() throws IOException {
        RestartPrediction prediction = HandMadeCheckpoint.committedUpTo(1).follow("4.1.3");

        assertThat(told(prediction).message()).isEqualTo("assertion failed: startSeconds(20) > endSeconds(0)");
        assertThat(written(prediction)).contains("sources/0/0", "offsets/2");
    }

    @Test
    void runsASingleBatchWhereASourceDoesNotSupportAvailableNow() throws IOException {
        RestartPrediction prediction = started()
                .source(new SourceDescription(null, "rate", null, null, Map.of(), null))
                .trigger(new Trigger.AvailableNow())
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(ids(prediction)).containsExactly(0L);
    }

    /** Spark 3.5 wraps the source, and hands the wrapper the start; 4.0 and later take all in one batch and never read it there. */
    @ParameterizedTest
    @CsvSource({"3.5.9, false", "4.1.3, true"})
    void readsTheStartOfASourceThatAvailableNowWrapsBeforeTheOffsetsAreWritten(String spark, boolean isWritten)
            throws IOException {
        RestartPrediction prediction = started()
                .source(new SourceDescription(null, "rate", null, null, Map.of(), null))
                .offsets(0, "{\"offset\":5,\"timestamp\":1772442060000}")
                .commit(0)
                .trigger(new Trigger.AvailableNow())
                .follow(spark);

        assertThat(told(prediction).className()).isEqualTo("java.lang.NumberFormatException");
        assertThat(written(prediction).contains("offsets/1")).isEqualTo(isWritten);
    }

    @Test
    void aKafkaBatchThatRunsAgainIsCommittedBeforeItsProgressKillsTheQuery() throws IOException {
        NavigableMap<String, NavigableMap<Integer, PartitionBounds>> topics =
                new TreeMap<>(Map.of("t", new TreeMap<>(Map.of(0, new PartitionBounds(0, 8)))));
        Map<String, String> options = Map.of("subscribe", "t", "kafka.bootstrap.servers", "broker:9092");
        HandMadeCheckpoint crashed = started()
                .source(new SourceDescription(null, "kafka", null, null, options, null, new Topics(topics)))
                .offsets(0, "{\"t\":{\"0\":4}}")
                .offsets(1, "{\"t\":{\"0\":6}}")
                .commit(0);

        RestartPrediction dies = crashed.follow("4.1.1");
        RestartPrediction runs = crashed.follow("4.1.3");

        assertThat(told(dies).simpleName()).isEqualTo("NullPointerException");
        assertThat(written(dies)).contains("commits/1");
        assertThat(runs.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(content(runs, "offsets/2")).endsWith("\n{\"t\":{\"0\":8}}");
    }

    // purge

    @Test
    void purgesBothLogsWhenItPlansABatch() throws IOException {
        RestartPrediction prediction = twoBatches()
                .conf("spark.sql.streaming.minBatchesToRetain", "1")
                .beside(INPUT, "c.json", second(3))
                .follow("4.1.3");

        assertThat(prediction.changes().deleted())
                .contains("offsets/0", "commits/0")
                .doesNotContain("offsets/1");
    }

    @Test
    void purgesNothingBelowTheRetainedHundred() throws IOException {
        RestartPrediction prediction =
                twoBatches().beside(INPUT, "c.json", second(3)).follow("4.1.3");

        assertThat(prediction.changes().deleted()).isEmpty();
    }

    @Test
    void purgesNothingForABatchThatRunsAgain() throws IOException {
        RestartPrediction prediction = twoBatches()
                .conf("spark.sql.streaming.minBatchesToRetain", "1")
                .without("commits/1")
                .follow("4.1.3");

        assertThat(prediction.changes().deleted()).isEmpty();
    }

    // sinks

    private static String deltaLog(long version) {
        return "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
                + "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                + "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":["
                + "{\\\"name\\\":\\\"k\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\","
                + "\"partitionColumns\":[],"
                + "\"configuration\":{},\"createdTime\":1}}\n"
                + "{\"txn\":{\"appId\":\"" + ID + "\",\"version\":" + version + ",\"lastUpdated\":1}}\n";
    }

    private static String deltaCommit() {
        return "_delta_log/00000000000000000000.json";
    }

    @ParameterizedTest
    @CsvSource({"0, WRITTEN", "1, SKIPPED", "7, SKIPPED"})
    void skipsWhatTheTransactionOfADeltaSinkHasReached(long transaction, Outcome outcome) throws IOException {
        RestartPrediction prediction = twoBatches()
                .without("commits/1")
                .sinkAt("delta", SINK)
                .beside(SINK, deltaCommit(), deltaLog(transaction))
                .follow("4.1.3");

        assertThat(prediction.batches())
                .singleElement()
                .satisfies(batch -> assertThat(batch.sink()).isEqualTo(outcome));
    }

    @Test
    void readsNothingForABatchThatTheSinkSkips() throws IOException {
        RestartPrediction prediction = twoBatches()
                .without("commits/1")
                .sinkAt("delta", SINK)
                .beside(SINK, deltaCommit(), deltaLog(1))
                .follow("4.1.3");

        assertThat(prediction.batches().get(0).sources().get(0).read().rows()).isZero();
        assertThat(written(prediction)).containsExactly("commits/1");
    }

    @Test
    void writesToADeltaSinkWhoseTransactionIsOfAnotherQuery() throws IOException {
        RestartPrediction prediction = twoBatches()
                .without("commits/1")
                .sinkAt("delta", SINK)
                .beside(SINK, deltaCommit(), deltaLog(1).replace(ID, "another"))
                .follow("4.1.3");

        assertThat(prediction.batches().get(0).sink()).isEqualTo(Outcome.WRITTEN);
    }

    @Test
    void skipsEveryBatchUpToTheNewestInTheLogOfAFileSink() throws IOException {
        RestartPrediction prediction = twoBatches()
                .without("commits/1")
                .beside(INPUT, "c.json", second(3))
                .sinkAt("parquet", SINK)
                .beside(SINK, "_spark_metadata/0", "v1")
                .beside(SINK, "_spark_metadata/1", "v1")
                .follow("4.1.3");

        assertThat(prediction.batches())
                .extracting(PredictedBatch::sink)
                .containsExactly(Outcome.SKIPPED, Outcome.WRITTEN);
    }

    @Test
    void tellsThatAForgetfulSinkMayGetABatchTwice() throws IOException {
        RestartPrediction prediction = twoBatches()
                .without("commits/1")
                .beside(INPUT, "c.json", second(3))
                .sinkAt("kafka", SINK)
                .follow("4.1.3");

        assertThat(prediction.batches())
                .extracting(PredictedBatch::sink)
                .containsExactly(Outcome.DUPLICATED, Outcome.WRITTEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"foreachBatch", "foreach"})
    void doesNotClaimToKnowWhatAUsersFunctionDoes(String sink) throws IOException {
        RestartPrediction prediction = twoBatches()
                .beside(INPUT, "c.json", second(3))
                .sink(sink, Map.of())
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown())
                .containsExactly("whether the function that " + sink + " calls takes the batches is not in any file");
        assertThat(ids(prediction)).as("what it is called with is known").containsExactly(2L);
    }

    @ParameterizedTest
    @CsvSource({"foreachBatch,", "foreach,1"})
    void doesNotClaimToKnowHowOftenAFunctionReadsItsBatch(String sink, Long rows) throws IOException {
        RestartPrediction prediction = twoBatches()
                .beside(INPUT, "c.json", second(3))
                .sink(sink, Map.of())
                .follow("4.1.3");

        assertThat(prediction.batches().get(0).sources().get(0).read().rows()).isEqualTo(rows);
    }

    @Test
    void doesNotBlameAUsersFunctionThatIsNotCalled() throws IOException {
        assertThat(twoBatches().sink("foreachBatch", Map.of()).follow("4.1.3").verdict())
                .isEqualTo(Verdict.RUNS);
    }

    // commits

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.1.3", "4.2.0"})
    void diesAtACommitThatIsThereAlready(String spark) throws IOException {
        RestartPrediction prediction = twoBatches().without("offsets/1").follow(spark);

        assertThat(prediction.verdict()).isEqualTo(Verdict.FAILS);
        assertThat(told(prediction).condition()).isEqualTo("CONCURRENT_STREAM_LOG_UPDATE");
        assertThat(prediction.failure().step()).isEqualTo(Step.COMMIT);
        assertThat(prediction.batches()).singleElement().satisfies(batch -> {
            assertThat(batch.isCompleted()).isFalse();
            assertThat(batch.kind()).isEqualTo(BatchKind.RERUN);
        });
    }

    // watermark

    private static final String PINNED = "{\"spark.sql.shuffle.partitions\":\"1\","
            + "\"spark.sql.streaming.aggregation.stateFormatVersion\":\"2\"}";

    private static HandMadeCheckpoint counting() {
        SourceDescription source = json(Map.of("maxFilesPerTrigger", "1"), new WatermarkDescription("ts", "1 second"));
        return twoBatches(source)
                .conf("spark.sql.session.timeZone", "UTC")
                .conf("spark.sql.shuffle.partitions", "1")
                .offsetsWithConf(0, PINNED, "{\"logOffset\":0}")
                .offsetsWithConf(1, PINNED, "{\"logOffset\":1}")
                .operators(operator("stateStoreSave"))
                .file("state/0/_metadata/metadata", operatorMetadata());
    }

    private static OperatorDescription operator(String name) {
        return new OperatorDescription(0, name, 1, Map.of("default", COUNTS));
    }

    private static String operatorMetadata() {
        return "v1\n{\"operatorInfo\":{\"operatorId\":0,\"operatorName\":\"stateStoreSave\"},\"stateStoreInfo\":"
                + "[{\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":1}]}";
    }

    @Test
    void missesTheStateThatItsFirstBatchLoads() throws IOException {
        RestartPrediction prediction =
                counting().beside(INPUT, "c.json", second(30)).follow("4.1.3");

        assertThat(told(prediction).condition()).isEqualTo("CANNOT_LOAD_STATE_STORE.CANNOT_READ_DELTA_FILE_NOT_EXISTS");
        assertThat(prediction.failure().step()).isEqualTo(Step.LOAD_STATE);
        assertThat(prediction.failure().file())
                .as("the first of the chain that makes version 2")
                .isEqualTo("state/0/0/1.delta");
        assertThat(written(prediction)).contains("offsets/2").doesNotContain("commits/2");
    }

    /** A block whose header is cut is taken for the end of the stream; one whose data are cut is missed. */
    @ParameterizedTest
    @CsvSource({"LZ4Block, ''", "'LZ4Block\u0026\u0008\0\0\0\u0008\0\0\0\0\0\0\0ab', Stream ended prematurely"})
    void saysOfATornDeltaFileWhatItsDecoderSays(String text, String message) throws IOException {
        RestartPrediction prediction = counting()
                .file("state/0/0/1.delta", text)
                .file("state/0/0/2.delta", text)
                .beside(INPUT, "c.json", second(30))
                .follow("3.5.9");

        List<SparkError.Cause> causes = prediction.failure().error().causes();
        assertThat(causes.get(causes.size() - 1).className()).isEqualTo("java.io.EOFException");
        assertThat(causes.get(causes.size() - 1).message()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource({"3.5.9, ''", "3.5.9, no archive", "4.1.3, ''", "4.2.0, no archive"})
    void missesTheManifestOfASnapshotThatIsNoArchive(String spark, String snapshot) throws IOException {
        RestartPrediction prediction = counting()
                .conf(
                        "spark.sql.streaming.stateStore.providerClass",
                        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider")
                .file("state/0/0/2.zip", snapshot)
                .beside(INPUT, "c.json", second(30))
                .follow(spark);

        assertThat(prediction.failure().error().causes())
                .extracting(SparkError.Cause::className)
                .endsWith("java.nio.file.NoSuchFileException");
        assertThat(prediction.failure().file()).isEqualTo("state/0/0/2.zip");
    }

    @Test
    void missesAChangelogOnSpark35AsItSaysThere() throws IOException {
        RestartPrediction prediction = counting()
                .conf(
                        "spark.sql.streaming.stateStore.providerClass",
                        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider")
                .conf("spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled", "true")
                .beside(INPUT, "c.json", second(30))
                .follow("3.5.9");

        assertThat(prediction.failure().error().causes())
                .extracting(SparkError.Cause::className)
                .endsWith("java.lang.IllegalStateException", "java.io.FileNotFoundException");
        assertThat(prediction.failure().error().causes())
                .anySatisfy(cause -> assertThat(cause.message())
                        .startsWith("Error reading streaming state file of ")
                        .contains("state/0/0/1.changelog does not exist. If the stream job is restarted"));
    }

    @Test
    void doesNotLoadStateWhenThereIsNothingToDo() throws IOException {
        assertThat(counting().follow("4.1.3").verdict()).isEqualTo(Verdict.RUNS);
    }

    /** Committed batches none: everything is still to come, and no state is loaded. */
    private static HandMadeCheckpoint countingFromTheStart() {
        SourceDescription source = json(Map.of("maxFilesPerTrigger", "1"), new WatermarkDescription("ts", "1 second"));
        return HandMadeCheckpoint.empty()
                .source(source)
                .conf("spark.sql.session.timeZone", "UTC")
                .operators(operator("stateStoreSave"))
                .beside(INPUT, "a.json", second(10) + second(5));
    }

    @Test
    void movesTheWatermarkByTheNewestEventTimeAndThenRunsABatchWithoutData() throws IOException {
        RestartPrediction prediction = countingFromTheStart().follow("4.1.3");

        assertThat(prediction.verdict()).as("%s", prediction.unknown()).isEqualTo(Verdict.RUNS);
        assertThat(kinds(prediction)).containsExactly(BatchKind.NEW, BatchKind.NO_DATA);
        assertThat(prediction.batches())
                .extracting(PredictedBatch::watermark)
                .containsExactly(new PredictedBatch.Watermark(0, 9000L), new PredictedBatch.Watermark(9000, 9000L));
        assertThat(prediction.batches())
                .flatExtracting(PredictedBatch::state)
                .containsExactly(new StateUse(0, 0, 1), new StateUse(0, 1, 2));
        assertThat(content(prediction, "commits/0")).isEqualTo("v1\n{\"nextBatchWatermarkMs\":9000}");
        assertThat(content(prediction, "offsets/1")).contains("\"batchWatermarkMs\":9000");
    }

    @Test
    void runsNoBatchWithoutDataWhereThatIsOffOrTheOutputIsComplete() throws IOException {
        RestartPrediction off = countingFromTheStart()
                .conf("spark.sql.streaming.noDataMicroBatches.enabled", "false")
                .follow("4.1.3");
        RestartPrediction complete =
                countingFromTheStart().outputMode("complete").follow("4.1.3");

        assertThat(kinds(off)).containsExactly(BatchKind.NEW);
        assertThat(kinds(complete)).containsExactly(BatchKind.NEW);
    }

    @Test
    void runsNoBatchWithoutDataFirstAfterARestart() throws IOException {
        RestartPrediction prediction = counting()
                .file("commits/1", "v1\n{\"nextBatchWatermarkMs\":60000}")
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.batches())
                .as("the watermark of the commit is ahead of that of the offsets, and still no batch evicts")
                .isEmpty();
    }

    @Test
    void doesNotGuessTheWatermarkWhereDataFilesMayNotBeRead() throws IOException {
        RestartPrediction prediction =
                countingFromTheStart().restart("4.1.3", new Reach(null, Reach.DataFiles.LEFT_ALONE));

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown()).anyMatch(reason -> reason.contains("--read-data"));
        assertThat(ids(prediction)).containsExactly(0L);
    }

    // state

    @Test
    void cannotOpenAnHdfsBackedStoreUnderFormat2() throws IOException {
        HandMadeCheckpoint checkpoint =
                countingFromTheStart().conf("spark.sql.streaming.stateStore.checkpointFormatVersion", "2");

        RestartPrediction named = checkpoint.follow("4.2.0");
        assertThat(told(named).condition()).isEqualTo("STATE_STORE_CHECKPOINT_IDS_NOT_SUPPORTED");
        assertThat(told(named).className()).endsWith(".StateStoreCheckpointIdsNotSupported");
        assertThat(named.failure().step()).isEqualTo(Step.LOAD_STATE);
        assertThat(named.failure().batchId()).isZero();

        RestartPrediction asserted = checkpoint.follow("4.0.1");
        assertThat(asserted.failure().error().causes())
                .extracting(SparkError.Cause::className)
                .endsWith("org.apache.spark.SparkException", "java.lang.AssertionError");

        assertThat(checkpoint.follow("3.5.9").verdict())
                .as("Spark 3.5 does not know the conf")
                .isEqualTo(Verdict.RUNS);
    }

    @ParameterizedTest
    @CsvSource({"3.5.9, v1", "4.0.3, v2", "4.1.3, v2"})
    void writesCommitsInTheFormatThatTheSessionAsksForWhereItHasAChoice(String spark, String version)
            throws IOException {
        RestartPrediction prediction = twoBatches()
                .conf("spark.sql.streaming.stateStore.checkpointFormatVersion", "2")
                .without("commits/0")
                .without("commits/1")
                .follow(spark);

        assertThat(content(prediction, "commits/1")).startsWith(version + "\n");
    }

    @ParameterizedTest
    @CsvSource({"3.5.9, v1", "4.1.3, v1", "4.2.0, v2"})
    void beginsOffsetsInTheFormatThatTheSessionAsksForWhereItHasAChoice(String spark, String version)
            throws IOException {
        RestartPrediction prediction = started()
                .source(json(Map.of(), null))
                .beside(INPUT, "a.json", second(1))
                .conf("spark.sql.streaming.offsetLog.formatVersion", "2")
                .follow(spark);

        assertThat(content(prediction, "offsets/0")).startsWith(version + "\n");
    }

    @Test
    void cannotCommitABatchThatIsSkippedUnderFormat2() throws IOException {
        RestartPrediction prediction = counting()
                .conf("spark.sql.streaming.stateStore.checkpointFormatVersion", "2")
                .conf(
                        "spark.sql.streaming.stateStore.providerClass",
                        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider")
                .file("commits/0", "v2\n{\"nextBatchWatermarkMs\":1000,\"stateUniqueIds\":{\"0\":[[\"a\"]]}}")
                .without("commits/1")
                .sinkAt("delta", SINK)
                .beside(SINK, deltaCommit(), deltaLog(1))
                .follow("4.1.3");

        assertThat(told(prediction).className()).isEqualTo("java.lang.AssertionError");
        assertThat(told(prediction).message())
                .isEqualTo("assertion failed: CheckpointInfo length: 0, numPartitions: 1");
        assertThat(prediction.failure().step()).isEqualTo(Step.COMMIT);
    }

    @Test
    void commitsABatchThatIsSkippedUnderFormat1() throws IOException {
        RestartPrediction prediction = counting()
                .without("commits/1")
                .sinkAt("delta", SINK)
                .beside(SINK, deltaCommit(), deltaLog(1))
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.batches().get(0).watermark().nextMs())
                .as("a skipped batch sees no event times: its advance of the watermark is lost")
                .isEqualTo(prediction.batches().get(0).watermark().ms());
    }

    @Test
    void refusesAnotherOperatorThanTheOneOnRecordSince40() throws IOException {
        RestartPrediction prediction = counting()
                .operators(operator("dedupe"))
                .beside(INPUT, "c.json", second(30))
                .follow("4.1.3");

        assertThat(told(prediction).condition()).isEqualTo("STREAMING_STATEFUL_OPERATOR_NOT_MATCH_IN_STATE_METADATA");
        assertThat(prediction.failure().step()).isEqualTo(Step.PLAN);
    }

    private static HandMadeCheckpoint grouping(String value) {
        StoreDescription store = new StoreDescription("k string", value);
        return started()
                .source(json(Map.of(), new WatermarkDescription("ts", "1 second")))
                .conf("spark.sql.session.timeZone", "UTC")
                .beside(INPUT, "a.json", second(1))
                .operators(new OperatorDescription(0, "flatMapGroupsWithState", 1, Map.of("default", store)));
    }

    /** The value of a group's state holds the time of its timeout where it has one. */
    @Test
    void knowsByTheStateWhetherAGroupTimesOut() throws IOException {
        assertThat(grouping("groupState bigint").follow("3.5.9").unknown()).isEmpty();
        assertThat(grouping("groupState bigint, timeoutTimestamp bigint")
                        .follow("3.5.9")
                        .unknown())
                .as("by event time or by processing time")
                .anyMatch(reason -> reason.contains("time mode"));
    }

    private static HandMadeCheckpoint limited(WatermarkDescription watermark) {
        return twoBatches(json(Map.of("maxFilesPerTrigger", "1"), watermark))
                .conf("spark.sql.shuffle.partitions", "1")
                .offsetsWithConf(0, PINNED, "{\"logOffset\":0}")
                .offsetsWithConf(1, PINNED, "-")
                .without("commits/1")
                .operators(operator("globalLimit"))
                .file("state/0/_metadata/metadata", operatorMetadata().replace("stateStoreSave", "globalLimit"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0.3", "4.1.3", "4.2.0"})
    void missesTheLimitThatTheOptimizerDropsFromABatchWithoutNewRows(String spark) throws IOException {
        RestartPrediction prediction = limited(null).follow(spark);

        assertThat(told(prediction).condition()).isEqualTo("STREAMING_STATEFUL_OPERATOR_NOT_MATCH_IN_STATE_METADATA");
        assertThat(told(prediction).message()).contains("operators in current batch: []");
        assertThat(prediction.failure().step()).isEqualTo(Step.PLAN);
    }

    @Test
    void keepsTheLimitAboveAWatermarkInABatchWithoutNewRows() throws IOException {
        RestartPrediction prediction =
                limited(new WatermarkDescription("ts", "1 second")).follow("4.1.3");

        assertThat(told(prediction).condition()).as("it loads its state").startsWith("CANNOT_LOAD_STATE_STORE.");
    }

    @Test
    void leavesOpenWhatBecomesOfADroppedLimitWhereNobodyComparesOperators() throws IOException {
        RestartPrediction prediction = limited(null).follow("3.5.9");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown()).anyMatch(reason -> reason.contains("the optimizer drops the limit"));
    }

    @Test
    void missesTheDirectoryOfStateIn42AndItsFilesBefore() throws IOException {
        HandMadeCheckpoint checkpoint =
                counting().without("state/0/_metadata/metadata").beside(INPUT, "c.json", second(30));

        RestartPrediction newer = checkpoint.follow("4.2.0");
        RestartPrediction older = checkpoint.follow("4.1.3");

        assertThat(told(newer).condition()).isEqualTo("STREAMING_STATEFUL_OPERATOR_MISSING_STATE_DIRECTORY");
        assertThat(newer.failure().step()).isEqualTo(Step.PLAN);
        assertThat(told(older).condition()).startsWith("CANNOT_LOAD_STATE_STORE.");
        assertThat(older.failure().step()).isEqualTo(Step.LOAD_STATE);
    }

    private static byte[] schemaFile(String keyType, String valueType) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF("v1");
            out.writeUTF(struct("k", keyType));
            out.writeUTF(struct("count", valueType));
        }
        return bytes.toByteArray();
    }

    private static String struct(String name, String type) {
        return "{\"type\":\"struct\",\"fields\":[{\"name\":\"" + name + "\",\"type\":\"" + type
                + "\",\"nullable\":true,\"metadata\":{}}]}";
    }

    @Test
    void takesStateOfTheSameTypesWhateverItsNames() throws IOException {
        HandMadeCheckpoint checkpoint = counting()
                .operators(new OperatorDescription(
                        0, "stateStoreSave", 1, Map.of("default", new StoreDescription("x BIGINT", "y BIGINT"))))
                .beside(INPUT, "c.json", second(30));
        checkpoint.storage().write(new StoragePath("state/0/0/_metadata/schema"), schemaFile("long", "long"));

        assertThat(checkpoint.follow("4.1.3").failure().step())
                .as("past the schemas")
                .isEqualTo(Step.LOAD_STATE);
    }

    @Test
    void refusesStateOfOtherTypesOnTheDriverSince40AndInATaskBefore() throws IOException {
        HandMadeCheckpoint checkpoint = counting().beside(INPUT, "c.json", second(30));
        checkpoint.storage().write(new StoragePath("state/0/0/_metadata/schema"), schemaFile("string", "long"));

        RestartPrediction newer = checkpoint.follow("4.1.3");
        RestartPrediction older = checkpoint.follow("3.5.9");

        assertThat(told(newer).condition()).isEqualTo("STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE");
        assertThat(newer.failure().step()).isEqualTo(Step.PLAN);
        assertThat(older.failure().error().causes())
                .last()
                .satisfies(cause -> assertThat(cause.className()).endsWith(".StateSchemaNotCompatible"));
        assertThat(older.failure().step()).isEqualTo(Step.LOAD_STATE);
    }

    /** A stream that died in its first batch, when the schema of its state was written already. */
    private static HandMadeCheckpoint diedInTheFirstBatch(byte[] schema) throws IOException {
        HandMadeCheckpoint checkpoint = counting()
                .without("commits/1")
                .without("commits/0")
                .without("offsets/1")
                .without("sources/0/1");
        checkpoint.storage().write(new StoragePath("state/0/0/_metadata/schema"), schema);
        return checkpoint;
    }

    @Test
    void refusesStateOfOtherTypesInABatch0ThatRunsAgain() throws IOException {
        HandMadeCheckpoint checkpoint = diedInTheFirstBatch(schemaFile("string", "long"));

        assertThat(told(checkpoint.follow("4.1.3")).condition()).isEqualTo("STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE");
        assertThat(checkpoint.follow("3.5.9").failure().error().causes())
                .last()
                .satisfies(cause -> assertThat(cause.className()).endsWith(".StateSchemaNotCompatible"));
    }

    @Test
    void doesNotSayHowADamagedSchemaFileEnds() throws IOException {
        byte[] schema = schemaFile("long", "long");
        RestartPrediction prediction = diedInTheFirstBatch(java.util.Arrays.copyOf(schema, schema.length / 2))
                .follow("3.5.9");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown()).anyMatch(reason -> reason.startsWith("the schema of the state is damaged"));
    }

    // Delta sources

    private static String deltaOffset(int version) {
        return "{\"sourceVersion\":1,\"reservoirId\":\"t\",\"reservoirVersion\":" + version
                + ",\"index\":-1,\"isStartingVersion\":false}";
    }

    private static String add(String file) {
        return "{\"add\":{\"path\":\"" + file
                + "\",\"partitionValues\":{},\"size\":9,\"modificationTime\":1,\"dataChange\":true}}\n";
    }

    private static String remove(String file) {
        return "{\"remove\":{\"path\":\"" + file + "\",\"deletionTimestamp\":1,\"dataChange\":true}}\n";
    }

    /** A stream that has read version 1 of a table, and a version 2 behind it. */
    private static HandMadeCheckpoint deltaStream(Map<String, String> options, String next) {
        String log = "_delta_log/0000000000000000000";
        return started()
                .source(new SourceDescription(null, "delta", "/lake/orders", null, options, null))
                .offsets(0, deltaOffset(2))
                .commit(0)
                .beside("/lake/orders", log + "0.json", deltaLog(0))
                .beside("/lake/orders", log + "1.json", add("a.parquet") + add("b.parquet"))
                .beside("/lake/orders", log + "2.json", next);
    }

    @ParameterizedTest
    @CsvSource({
        "3.5.9, org.apache.spark.SparkException;org.apache.spark.SparkFileNotFoundException, _LEGACY_ERROR_TEMP_2055",
        "4.0.3, org.apache.spark.SparkException;java.io.FileNotFoundException, ",
    })
    void saysOfALostFileWhatTheDriverSays(String spark, String classes, @Nullable String condition) throws IOException {
        RestartPrediction prediction = deltaStream(Map.of(), add("c.parquet"))
                .beside("/lake/orders", "_delta_log/00000000000000000003.json", add("d.parquet"))
                .beside("/lake/orders", "d.parquet", "is there")
                .follow(spark);

        List<SparkError.Cause> causes = prediction.failure().error().causes();
        List<SparkError.Cause> below = causes.subList(causes.size() - 2, causes.size());
        assertThat(below).extracting(SparkError.Cause::className).containsExactly(classes.split(";"));
        assertThat(below.get(1).condition()).isEqualTo(condition);
        assertThat(below.get(1).message()).startsWith("File file:").contains("/c.parquet does not exist");
    }

    @Test
    void plansWhatATableHasGot() throws IOException {
        RestartPrediction prediction =
                deltaStream(Map.of(), add("c.parquet")).copied().follow("4.1.3");

        assertThat(prediction.verdict()).as("%s", prediction.unknown()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.batches())
                .singleElement()
                .satisfies(batch -> assertThat(batch.sources().get(0).read().files())
                        .singleElement()
                        .satisfies(file -> {
                            assertThat(file.path()).isEqualTo("c.parquet");
                            assertThat(file.version()).isEqualTo(2);
                        }));
    }

    @Test
    void diesOfTheNewestFileWhereItIsLostFromTheTableItself() throws IOException {
        RestartPrediction prediction = deltaStream(Map.of(), add("c.parquet"))
                .beside("/lake/orders", "a.parquet", "is there")
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.FAILS);
        assertThat(told(prediction).condition()).isEqualTo("FAILED_READ_FILE.FILE_NOT_EXIST");
        assertThat(told(prediction).message()).contains("/lake/orders/c.parquet");
    }

    @ParameterizedTest
    @CsvSource({
        "noop, DELTA_STREAMING_SCHEMA_LOCATION_NOT_UNDER_CHECKPOINT",
        "memory, _LEGACY_ERROR_TEMP_1299",
    })
    void looksForTheSchemaLogUnderTheCheckpointAfterTheSinkHasTakenIt(String sink, String condition)
            throws IOException {
        RestartPrediction prediction = deltaStream(Map.of("schemaTrackingLocation", "/elsewhere"), add("c.parquet"))
                .sink(sink, Map.of())
                .follow("4.1.3");

        assertThat(told(prediction).condition()).isEqualTo(condition);
    }

    /** The files of a batch are read before the shuffle, the state behind it; one file into one partition needs no shuffle. */
    @ParameterizedTest
    @CsvSource({
        "stateStoreSave, false, FAILED_READ_FILE.FILE_NOT_EXIST",
        "globalLimit, true, FAILED_READ_FILE.FILE_NOT_EXIST",
        "globalLimit, false, CANNOT_LOAD_STATE_STORE.CANNOT_READ_DELTA_FILE_NOT_EXISTS"
    })
    void meetsALostFileBeforeLostStateWhereAShuffleLiesBetween(String name, boolean isTwo, String condition)
            throws IOException {
        RestartPrediction prediction = deltaStream(Map.of(), add("c.parquet") + (isTwo ? add("d.parquet") : ""))
                .beside("/lake/orders", "a.parquet", "is there")
                .beside("/lake/orders", "d.parquet", "is there")
                .operators(operator(name))
                .file("state/0/_metadata/metadata", operatorMetadata().replace("stateStoreSave", name))
                .follow("4.1.3");

        assertThat(told(prediction).condition()).isEqualTo(condition);
    }

    @Test
    void takesTheNewestFileAsLeftBehindWhereTheTableIsACopyAndSaysSo() throws IOException {
        RestartPrediction prediction = deltaStream(Map.of(), add("c.parquet"))
                .beside("/lake/orders", "a.parquet", "is there")
                .copied()
                .follow("4.1.3");

        assertThat(prediction.verdict()).as("%s", prediction.failure()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.unknown())
                .singleElement()
                .asString()
                .contains("version 2 of source 0", "taken as not copied", "FAILED_READ_FILE.FILE_NOT_EXIST");
    }

    @Test
    void diesOfAFileThatIsLostBeforeAnotherOneWhateverWasMoved() throws IOException {
        RestartPrediction prediction = deltaStream(Map.of(), add("c.parquet"))
                .beside("/lake/orders", "_delta_log/00000000000000000003.json", add("d.parquet"))
                .beside("/lake/orders", "d.parquet", "is there")
                .copied()
                .follow("4.1.3");

        assertThat(told(prediction).condition()).isEqualTo("FAILED_READ_FILE.FILE_NOT_EXIST");
    }

    @Test
    void passesADeleteOfWholeFilesUnderIgnoreDeletesAndNoOther() throws IOException {
        Map<String, String> options = Map.of("ignoreDeletes", "true");

        RestartPrediction whole = deltaStream(options, remove("a.parquet")).follow("4.1.3");
        RestartPrediction rewriting =
                deltaStream(options, remove("a.parquet") + add("a2.parquet")).follow("4.1.3");

        assertThat(whole.failure()).isNull();
        assertThat(told(rewriting).condition()).isEqualTo("DELTA_SOURCE_TABLE_IGNORE_CHANGES");
        assertThat(rewriting.failure().step()).isEqualTo(Step.CONSTRUCT);
    }

    @Test
    void stopsAtADeleteWithoutTheOption() throws IOException {
        assertThat(told(deltaStream(Map.of(), remove("a.parquet")).follow("4.1.3"))
                        .condition())
                .isEqualTo("DELTA_SOURCE_IGNORE_DELETE");
    }

    @Test
    void passesOverARewritingCommitUnderSkipChangeCommits() throws IOException {
        RestartPrediction prediction = deltaStream(
                        Map.of("skipChangeCommits", "true"), remove("a.parquet") + add("a2.parquet"))
                .follow("4.1.3");

        assertThat(prediction.failure()).isNull();
        assertThat(prediction.batches())
                .flatExtracting(batch -> batch.sources().get(0).read().files())
                .isEmpty();
    }

    // sources that are gone

    @Test
    void diesWhenTheTableOfASourceIsGoneFromWhereItsNeighboursAre() throws IOException {
        RestartPrediction prediction = started()
                .source("delta", "/lake/orders")
                .beside("/lake", "other/file", "")
                .offsets(0, deltaOffset(1))
                .commit(0)
                .follow("4.1.3");

        assertThat(prediction.verdict()).as("%s", prediction.unknown()).isEqualTo(Verdict.FAILS);
        assertThat(told(prediction).condition()).isEqualTo("DELTA_SCHEMA_NOT_SET");
        assertThat(prediction.failure().advice().remedy()).startsWith("bring the table back");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "parquet"})
    void cannotTellWhatASinkHoldsOfWhichNothingIsAtHand(String sink) throws IOException {
        RestartPrediction prediction = deltaStream(Map.of(), add("c.parquet"))
                .copied()
                .sinkAt(sink, "/elsewhere/out")
                .nothingAt("/elsewhere/out")
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown())
                .contains("what the sink holds is not in the files that were given: nothing is at /elsewhere/out");
    }

    @Test
    void saysThatASinkIsGoneWhoseNeighboursAreThere() throws IOException {
        RestartPrediction prediction = deltaStream(Map.of(), add("c.parquet"))
                .copied()
                .beside("/lake", "other/file", "")
                .sinkAt("parquet", SINK)
                .nothingAt(SINK)
                .follow("4.1.3");

        assertThat(prediction.verdict()).as("%s", prediction.failure()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.notes())
                .singleElement()
                .asString()
                .startsWith("nothing is at /lake/out, the sink of batches that were committed");
    }

    @Test
    void cannotTellWhatATableHoldsThatIsNotHandedOut() throws IOException {
        RestartPrediction prediction =
                deltaStream(Map.of(), add("c.parquet")).refused().follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown()).contains("what the query reads was not handed out: the disk is away");
    }

    @Test
    void makesTheSinkOfAQueryThatHasRunNothingYet() throws IOException {
        RestartPrediction prediction = HandMadeCheckpoint.empty()
                .copied()
                .source("delta", "/lake/orders")
                .beside("/lake/orders", "_delta_log/00000000000000000000.json", deltaLog(0))
                .sinkAt("parquet", "/elsewhere/out")
                .nothingAt("/elsewhere/out")
                .follow("4.1.3");

        assertThat(prediction.verdict()).as("%s", prediction.unknown()).isEqualTo(Verdict.RUNS);
    }

    @Test
    void cannotTellOfATableWhoseNeighboursAreNotAtHandEither() throws IOException {
        RestartPrediction prediction = started()
                .source("delta", "/lake/orders")
                .offsets(0, deltaOffset(1))
                .commit(0)
                .follow("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    // an idle side of a join, whose columns Spark 3.5 may take for nullable

    /** A schema file of a store, whose lengths are plain text. */
    private static String storeSchema(boolean isNullable) {
        String schema = "{\"type\":\"struct\",\"fields\":[{\"name\":\"id\",\"type\":\"long\",\"nullable\":" + isNullable
                + ",\"metadata\":{}}]}";
        String padded = schema + " ".repeat(0x110 - schema.length());
        String chunk = "\0\0\0\1\1\20" + padded;
        return "\0\2v2" + chunk + chunk;
    }

    /** Batch 1 runs again, in which the first source has nothing new. */
    private static RestartPrediction withIdleLeft(boolean isLeftNullable) throws IOException {
        SourceDescription rate =
                new SourceDescription(null, "rate-micro-batch", null, null, Map.of("rowsPerBatch", "5"), null);
        String state = "state/0/0/%s-%s/_metadata/schema";
        HandMadeCheckpoint query = started()
                .source(rate)
                .source(rate)
                .operators(new OperatorDescription(0, "symmetricHashJoin", 2, Map.of()))
                .sink("noop", Map.of())
                .offsets(0, "{\"offset\":5,\"timestamp\":1000}", "{\"offset\":5,\"timestamp\":1000}")
                .commit(0)
                .offsets(1, "{\"offset\":5,\"timestamp\":1000}", "{\"offset\":10,\"timestamp\":2000}");
        for (String store : List.of("keyToNumValues", "keyWithIndexToValue")) {
            query = query.file(state.formatted("left", store), storeSchema(isLeftNullable))
                    .file(state.formatted("right", store), storeSchema(false));
        }
        return query.follow("3.5.9");
    }

    @Test
    void doesNotKnowWhatSpark35MakesOfAnIdleSideThatWasNeverNull() throws IOException {
        assertThat(withIdleLeft(false).unknown()).anyMatch(reason -> reason.contains("a side of the join in batch 1"));
    }

    @Test
    void knowsThatASideWithDataKeepsItsColumns() throws IOException {
        assertThat(withIdleLeft(true).unknown()).noneMatch(reason -> reason.contains("a side of the join"));
    }
}
