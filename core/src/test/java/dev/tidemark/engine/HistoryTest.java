package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import dev.tidemark.engine.HistoryReading.Observation;
import dev.tidemark.engine.HistoryReading.PastBatch;
import dev.tidemark.engine.HistoryReading.Verdict;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.query.WatermarkDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

class HistoryTest {
    private static final String INPUT = "/lake/in";
    private static final String TABLE = "/lake/orders";
    private static final String TABLE_ID = "aaaaaaaa-0000-0000-0000-000000000000";

    // a directory of files

    private static String row(int second) {
        return "{\"k\":1,\"ts\":\"1970-01-01T00:00:%02dZ\"}\n".formatted(second);
    }

    private static String logged(int batchId, String... names) {
        StringBuilder log = new StringBuilder("v1");
        for (String name : names) {
            log.append(
                    "\n{\"path\":\"file:///lake/in/" + name + ".json\",\"timestamp\":0,\"batchId\":" + batchId + "}");
        }
        return log.toString();
    }

    private static String entry(long watermarkMs, long timestampMs, String offset) {
        return "v1\n{\"batchWatermarkMs\":" + watermarkMs + ",\"batchTimestampMs\":" + timestampMs
                + ",\"conf\":{\"spark.sql.shuffle.partitions\":\"5\"}}\n" + offset;
    }

    private static String commit(long nextMs) {
        return "v1\n{\"nextBatchWatermarkMs\":" + nextMs + "}";
    }

    /** Two batches of a file each, with a watermark without delay, and the batch without data behind them. */
    private static HandMadeCheckpoint files() {
        return started()
                .source(new SourceDescription(
                        null,
                        "json",
                        INPUT,
                        null,
                        Map.of("maxFilesPerTrigger", "1"),
                        new WatermarkDescription("ts", "0 seconds")))
                .operators(new OperatorDescription(0, "dedupe", 1, Map.of()))
                .file("offsets/0", entry(0, 10, "{\"logOffset\":0}"))
                .file("offsets/1", entry(1000, 20, "{\"logOffset\":1}"))
                .file("offsets/2", entry(2000, 30, "{\"logOffset\":1}"))
                .file("commits/0", commit(1000))
                .file("commits/1", commit(2000))
                .file("commits/2", commit(2000))
                .file("sources/0/0", logged(0, "a"))
                .file("sources/0/1", logged(1, "b"))
                .beside(INPUT, "a.json", row(1))
                .beside(INPUT, "b.json", row(2))
                .beside(INPUT, "c.json", row(3));
    }

    private static List<String> contradictions(HistoryReading history) {
        return history.batches().stream()
                .flatMap(batch -> batch.observations().stream()
                        .filter(observation -> observation.verdict() == Verdict.CONTRADICTS)
                        .map(observation -> batch.batchId() + ": " + observation.text()))
                .toList();
    }

    private static List<String> texts(HistoryReading history, Verdict verdict) {
        return history.batches().stream()
                .map(PastBatch::observations)
                .flatMap(List::stream)
                .filter(observation -> observation.verdict() == verdict)
                .map(Observation::text)
                .toList();
    }

    @Test
    void findsThatAnUntouchedPastFollows() throws IOException {
        HistoryReading history = files().history("4.1.3");

        assertThat(history.batches()).extracting(PastBatch::batchId).containsExactly(0L, 1L, 2L);
        assertThat(history.verdict()).as("%s", history).isEqualTo(Verdict.FOLLOWS);
        assertThat(texts(history, Verdict.FOLLOWS))
                .contains(
                        "a batch without data, as the watermark moved",
                        "the watermark it leaves follows from its rows");
    }

    @Test
    void findsABatchThatHoldsMoreThanItsLimit() throws IOException {
        HistoryReading history =
                files().file("sources/0/1", logged(1, "b", "c")).history("4.1.3");

        assertThat(contradictions(history))
                .anyMatch(text ->
                        text.startsWith("1: source 0: log entry 1 holds 2 files, more than maxFilesPerTrigger 1"));
    }

    @Test
    void aLimitDoesNotCountUnderOnce() throws IOException {
        HistoryReading history = files().trigger(new Trigger.Once())
                .file("sources/0/1", logged(1, "b", "c"))
                .history("4.1.3");

        assertThat(contradictions(history)).noneMatch(text -> text.contains("maxFilesPerTrigger"));
    }

    @ParameterizedTest
    @CsvSource({
        "offsets/1, 500, 1: the watermark is 500 ms and commits/0 left 1000 ms",
        "offsets/2, 900, 2: the watermark goes back from 1000 to 900 ms"
    })
    void findsAWatermarkThatIsNotTheOneLeftBehind(String path, long watermarkMs, String expected) throws IOException {
        String offset = "{\"logOffset\":1}";

        HistoryReading history =
                files().file(path, entry(watermarkMs, 25, offset)).history("4.1.3");

        assertThat(contradictions(history))
                .anyMatch(text -> text.replace(",", "").equals(expected));
    }

    @Test
    void findsAWatermarkThatNoRowLeadsTo() throws IOException {
        HistoryReading history = files().file("commits/2", commit(99_000)).history("4.1.3");

        assertThat(contradictions(history))
                .containsExactly("2: leaves a watermark of 99000 ms, and its rows lead to 2000 ms");
    }

    @Test
    void takesAWatermarkThatStaysForAReplayThatTheSinkSkipped() throws IOException {
        HandMadeCheckpoint skipped =
                files().without("offsets/2").without("commits/2").file("commits/1", commit(1000));

        assertThat(skipped.sinkAt("parquet", "/lake/out").history("4.1.3").verdict())
                .isEqualTo(Verdict.FOLLOWS);
        assertThat(skipped.sinkAt("console", "/lake/out").history("4.1.3").verdict())
                .as("a sink that skips nothing")
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void findsAConfThatChangesAlthoughItIsPinned() throws IOException {
        HistoryReading history = files().file(
                        "offsets/2", entry(2000, 30, "{\"logOffset\":1}").replace("\"5\"", "\"7\""))
                .history("4.1.3");

        assertThat(contradictions(history))
                .anyMatch(text -> text.startsWith("2: spark.sql.shuffle.partitions changes from 5 to 7"));
    }

    @Test
    void findsHolesInEitherLogAndCommitsThatAreAhead() throws IOException {
        assertThat(contradictions(files().without("offsets/1").history("4.1.3")))
                .contains("2: offsets/1 is missing, and entries before it are there");
        assertThat(contradictions(files().without("commits/0").history("4.1.3")))
                .contains("1: commits/0 is missing: a batch is planned when the one before is committed");
        assertThat(contradictions(files().without("offsets/2").history("4.1.3")))
                .contains("2: commits/2 is there, and offsets/2 is not");
    }

    @Test
    void findsABatchWithoutDataThatNobodyAskedFor() throws IOException {
        HistoryReading history = files().operators().history("4.1.3");

        assertThat(contradictions(history))
                .contains("2: a batch without data, and the query has no operator that asks for one");
    }

    @Test
    void findsOffsetsThatGoBack() throws IOException {
        HistoryReading history =
                files().file("offsets/2", entry(2000, 30, "{\"logOffset\":0}")).history("4.1.3");

        assertThat(contradictions(history)).contains("2: source 0: goes back, from log entry 1 to 0");
    }

    @Test
    void doesNotHoldAgainstTheOldestBatchThatItsOriginIsGone() throws IOException {
        HistoryReading history =
                files().without("offsets/0").without("commits/0").history("4.1.3");

        assertThat(history.batches().get(0).isOldest()).isTrue();
        assertThat(history.verdict()).as("%s", history).isEqualTo(Verdict.FOLLOWS);
    }

    @Test
    void cannotTellOfASourceWhoseDataAreNotOnRecord() throws IOException {
        HistoryReading history = HandMadeCheckpoint.committedUpTo(2).history("4.1.3");

        assertThat(history.verdict()).isEqualTo(Verdict.CONTRADICTS);
        assertThat(texts(history, Verdict.UNKNOWN))
                .contains("source 0: goes forward; what the source held then is not on record");
        assertThat(contradictions(history))
                .as("these hand-made commits move a watermark that the query does not have")
                .allMatch(text -> text.endsWith("the watermark moves, and the query as described has none"));
    }

    // a Delta table

    private static String delta(long version, long index, boolean isInitial) {
        return "{\"sourceVersion\":1,\"reservoirId\":\"" + TABLE_ID + "\",\"reservoirVersion\":" + version
                + ",\"index\":" + index + ",\"isStartingVersion\":" + isInitial + "}";
    }

    private static String add(String name) {
        return "{\"add\":{\"path\":\"" + name
                + "\",\"partitionValues\":{},\"size\":1,\"modificationTime\":1,\"dataChange\":true}}";
    }

    private static String info(long committedMs) {
        return "{\"commitInfo\":{\"timestamp\":" + committedMs + ",\"operation\":\"WRITE\"}}";
    }

    /** Three versions of a file or two each, and what a source with one file a batch made of them. */
    private static HandMadeCheckpoint table() {
        String schema =
                "{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"k\\\",\\\"type\\\":\\\"long\\\","
                        + "\\\"nullable\\\":true,\\\"metadata\\\":{}}]}";
        String first = info(1_000)
                + "\n{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n{\"metaData\":{\"id\":\""
                + TABLE_ID + "\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\"" + schema
                + "\",\"partitionColumns\":[],\"configuration\":{},\"createdTime\":1}}\n" + add("a.parquet");
        return started()
                .source(new SourceDescription(null, "delta", TABLE, null, Map.of("maxFilesPerTrigger", "1"), null))
                .file("offsets/0", entry(0, 500_000, delta(1, -1, false)))
                .file("offsets/1", entry(0, 1_500_000, delta(1, 0, false)))
                .file("offsets/2", entry(0, 2_500_000, delta(2, -1, false)))
                .file("commits/0", commit(0))
                .file("commits/1", commit(0))
                .file("commits/2", commit(0))
                .beside(TABLE, "_delta_log/00000000000000000000.json", first)
                .beside(
                        TABLE,
                        "_delta_log/00000000000000000001.json",
                        info(1_000_000) + "\n" + add("b.parquet") + "\n" + add("c.parquet"))
                .beside(TABLE, "_delta_log/00000000000000000002.json", info(3_000_000) + "\n" + add("d.parquet"));
    }

    @Test
    void findsThatEachBatchOfADeltaTableEndsWhereItsOptionsSay() throws IOException {
        HistoryReading history = table().history("4.1.3");

        assertThat(contradictions(history)).isEmpty();
        assertThat(texts(history, Verdict.FOLLOWS))
                .contains("source 0: ends where its options say, at file 0 of version 1");
    }

    @Test
    void findsABatchThatGoesFurtherThanItsOptions() throws IOException {
        HistoryReading history = table().file("offsets/1", entry(0, 1_500_000, delta(2, -1, false)))
                .without("offsets/2")
                .without("commits/2")
                .history("4.1.3");

        assertThat(contradictions(history))
                .containsExactly(
                        "1: source 0: with these options and the table at version 1, a batch ends at file 0 of version"
                                + " 1, not at the end of version 1");
    }

    @Test
    void findsABatchThatReadsAVersionOfItsFuture() throws IOException {
        HistoryReading history = table().file("offsets/3", entry(0, 2_600_000, delta(3, -1, false)))
                .file("commits/3", commit(0))
                .history("4.1.3");

        assertThat(contradictions(history))
                .containsExactly("3: source 0: reads version 2, which was committed only after the batch was planned");
    }

    @Test
    void findsOffsetsOfAnotherTable() throws IOException {
        HistoryReading history = table().file(
                        "offsets/2", entry(0, 2_500_000, delta(2, -1, false).replace("aaaaaaaa", "bbbbbbbb")))
                .history("4.1.3");

        assertThat(contradictions(history)).anyMatch(text -> text.startsWith("2: source 0: "));
    }
}
