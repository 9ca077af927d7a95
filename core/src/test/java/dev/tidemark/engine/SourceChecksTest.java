package dev.tidemark.engine;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

/** What sources refuse of the offsets they are handed. */
class SourceChecksTest {
    private static final String TABLE =
            "{\"metaData\":{\"id\":\"aaaa\",\"schemaString\":\"\",\"partitionColumns\":[],\"configuration\":{}}}";

    private static String delta(String id) {
        return "{\"sourceVersion\":1,\"reservoirId\":\"" + id
                + "\",\"reservoirVersion\":3,\"index\":-1,\"isStartingVersion\":false}";
    }

    private static String line(String path, long batchId) {
        return "v1\n{\"path\":\"file:///lake/" + path + "\",\"timestamp\":1,\"batchId\":" + batchId + "}";
    }

    /** A file source with two committed batches and the log it made of them. */
    private static HandMadeCheckpoint files(String first, String second) {
        return started()
                .source("json", "/lake/in")
                .offsets(0, "{\"logOffset\":0}")
                .offsets(1, "{\"logOffset\":1}")
                .commit(0)
                .commit(1)
                .file("sources/0/0", line(first, 0))
                .file("sources/0/1", line(second, 1));
    }

    @Test
    void acceptsTheFilesOfItsOwnDirectory() throws IOException {
        assertThat(files("in/a.json", "in/b.json").restartOn("4.1.3").failure()).isNull();
    }

    @Test
    void refusesAFileOutsideTheDirectoryOfTheSource() throws IOException {
        RestartPrediction prediction = files("in/a.json", "other/b.json").restartOn("4.1.3");

        assertThat(told(prediction))
                .isEqualTo("java.lang.IllegalArgumentException: Wrong basePath /lake/in for the root path:"
                        + " file:/lake/other/b.json");
    }

    @Test
    void comparesDirectoriesAsTextAsSparkDoes() throws IOException {
        assertThat(files("in/a.json", "in2/b.json").restartOn("4.1.3").failure())
                .isNull();
    }

    @Test
    void looksAtTheFilesOfTheNewestBatchOnly() throws IOException {
        assertThat(files("other/a.json", "in/b.json").restartOn("4.1.3").failure())
                .isNull();
    }

    @Test
    void missesTheEntryThatTheOffsetsPointTo() throws IOException {
        RestartPrediction prediction =
                files("in/a.json", "in/b.json").without("sources/0/1").restartOn("4.1.3");

        assertThat(told(prediction)).isEqualTo("java.lang.IllegalStateException: batch 1 doesn't exist");
    }

    @Test
    void missesTheTailOfARangeInSparksOwnSpacing() throws IOException {
        RestartPrediction prediction =
                files("in/a.json", "in/b.json").offsets(1, "{\"logOffset\":2}").restartOn("4.1.3");

        assertThat(told(prediction))
                .isEqualTo("java.lang.IllegalStateException: batches (1, 2) don't  exist (startId: Some(1), endId:"
                        + " Some(2))");
    }

    @Test
    void takesEntriesWhoseFileIsGoneFromTheCompactFile() throws IOException {
        RestartPrediction prediction = files("in/a.json", "in/b.json")
                .without("sources/0/0")
                .without("sources/0/1")
                .file(
                        "sources/0/2.compact",
                        line("in/a.json", 0) + "\n" + line("in/b.json", 1).substring(3) + "\n"
                                + line("in/c.json", 2).substring(3))
                .conf("spark.sql.streaming.fileSource.log.compactInterval", "3")
                .restartOn("4.1.3");

        assertThat(prediction.failure()).isNull();
    }

    @Test
    void readsItsWholeLogWhenItIsMade() throws IOException {
        RestartPrediction torn = files("in/a.json", "in/b.json")
                .file("sources/0/1", "v1\n{\"path\":")
                .restartOn("4.1.3");
        RestartPrediction lost =
                files("in/a.json", "in/b.json").without("sources/0/0").restartOn("4.2.0");
        RestartPrediction lostBefore =
                files("in/a.json", "in/b.json").without("sources/0/0").restartOn("4.1.3");

        assertThat(told(torn)).startsWith("com.fasterxml.jackson.core.io.JsonEOFException: Unexpected end-of-input");
        assertThat(told(lost))
                .isEqualTo("java.io.FileNotFoundException: memory:/sources/0/0 doesn't exist (latestId: 1,"
                        + " compactInterval: 10)");
        assertThat(told(lostBefore)).startsWith("java.lang.IllegalStateException: memory:/sources/0/0 doesn't exist");
    }

    @Test
    void wantsWholeNumbersInItsLogWhereSparkDoes() throws IOException {
        RestartPrediction prediction = files("in/a.json", "in/b.json")
                .file("sources/0/1", "v1\n{\"path\":\"file:///lake/in/b.json\",\"timestamp\":1,\"batchId\":{}}")
                .restartOn("4.1.3");

        assertThat(prediction.failure().error().causes())
                .last()
                .extracting(SparkError.Cause::message)
                .isEqualTo("Do not know how to convert JObject(List()) into long");
    }

    @Test
    void assertsThatFileOffsetsDoNotMoveBack() throws IOException {
        RestartPrediction prediction = files("in/a.json", "in/b.json")
                .offsets(0, "{\"logOffset\":1}")
                .offsets(1, "{\"logOffset\":0}")
                .restartOn("4.1.3");

        assertThat(told(prediction)).isEqualTo("java.lang.AssertionError: assertion failed");
    }

    @Test
    void readsTheBareOffsetsOfTheFirstSparks() throws IOException {
        RestartPrediction prediction =
                files("in/a.json", "in/b.json").offsets(0, "0").offsets(1, "1").restartOn("4.1.3");

        assertThat(prediction.failure()).isNull();
    }

    @Test
    void cannotMakeAFileOffsetOfADeltaOffset() throws IOException {
        RestartPrediction prediction =
                files("in/a.json", "in/b.json").offsets(1, delta("aaaa")).restartOn("4.1.3");

        assertThat(told(prediction)).startsWith("org.json4s.MappingException: No usable value for logOffset");
    }

    @Test
    void takesANumberForNoOffsetOfADeltaSource() throws IOException {
        RestartPrediction prediction = started()
                .source("delta", "/lake/t")
                .beside("/lake/t", "_delta_log/00000000000000000000.json", TABLE)
                .offsets(0, "7")
                .commit(0)
                .restartOn("4.1.3");

        Failure failure = prediction.failure();
        assertThat(failure == null ? null : failure.error().telling().simpleName())
                .isEqualTo("MismatchedInputException");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"sourceVersion\":1,\"reserv|DELTA_INVALID_SOURCE_OFFSET_FORMAT",
                "{\"sourceVersion\":\"x\"}|DELTA_INVALID_SOURCE_OFFSET_FORMAT",
                "{\"logOffset\":3}|DELTA_INVALID_SOURCE_VERSION",
                "{\"sourceVersion\":2,\"reservoirId\":\"aaaa\"}|DELTA_INVALID_SOURCE_VERSION",
                "{\"sourceVersion\":4,\"reservoirId\":\"aaaa\"}|DELTA_INVALID_FORMAT_FROM_SOURCE_VERSION",
                "{\"sourceVersion\":1,\"reservoirId\":\"bbbb\"}|DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE",
                "{\"sourceVersion\":\"1\",\"reservoirId\":\"aaaa\"}|",
                "{\"sourceVersion\":1.5,\"reservoirId\":\"aaaa\",\"isStartingVersion\":1}|",
                "{\"sourceVersion\":1,\"reservoirId\":5}|DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE",
                "{\"sourceVersion\":3,\"reservoirId\":\"aaaa\",\"index\":-20}|"
            })
    void readsOffsetsAsTheDeltaSourceDoes(String offset, String condition) throws IOException {
        RestartPrediction prediction = started()
                .source("delta", "/lake/t")
                .beside("/lake/t", "_delta_log/00000000000000000000.json", TABLE)
                .offsets(0, offset)
                .commit(0)
                .restartOn("4.1.3");

        Failure failure = prediction.failure();
        assertThat(failure == null ? null : failure.error().telling().condition())
                .isEqualTo(condition);
    }

    @Test
    void takesTheNewestIdOfATable() throws IOException {
        RestartPrediction prediction = started()
                .source("delta", "/lake/t")
                .beside("/lake/t", "_delta_log/00000000000000000000.json", TABLE)
                .beside("/lake/t", "_delta_log/00000000000000000001.json", TABLE.replace("aaaa", "cccc"))
                .offsets(0, delta("cccc"))
                .commit(0)
                .restartOn("4.1.3");

        assertThat(prediction.failure()).isNull();
    }

    @Test
    void doesNotJudgeATableThatIsNotThere() throws IOException {
        RestartPrediction prediction = started()
                .source("delta", "/lake/t")
                .offsets(0, delta("bbbb"))
                .commit(0)
                .restartOn("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(RestartPrediction.Verdict.UNKNOWN);
    }

    @Test
    void cannotMakeANumberOfAnotherSourcesOffset() throws IOException {
        RestartPrediction next = started().offsets(0, delta("aaaa")).commit(0).restartOn("4.1.3");
        RestartPrediction again = started().offsets(0, delta("aaaa")).restartOn("4.1.3");

        assertThat(told(next)).startsWith("java.lang.NumberFormatException: For input string: \"{\"sourceVersion\"");
        assertThat(next.failure())
                .isNotNull()
                .satisfies(failure -> assertThat(failure.step()).isEqualTo(Step.CONSTRUCT));
        assertThat(again.failure())
                .isNotNull()
                .satisfies(failure -> assertThat(failure.step()).isEqualTo(Step.RUN));
    }

    @Test
    void expectsTopicsInKafkaOffsets() throws IOException {
        assertThat(started()
                        .source("kafka", null)
                        .offsets(0, "{\"t\":{\"0\":5}}")
                        .commit(0)
                        .restartOn("4.1.3")
                        .failure())
                .isNull();
        assertThat(told(started()
                        .source("kafka", null)
                        .offsets(0, "7")
                        .commit(0)
                        .restartOn("4.1.3")))
                .startsWith("java.lang.IllegalArgumentException: Expected e.g. {\"topicA\"");
    }

    @Test
    void saysNothingOfSourcesItDoesNotKnow() throws IOException {
        RestartPrediction prediction = started()
                .source("com.acme.Queue", null)
                .offsets(0, "anything")
                .commit(0)
                .restartOn("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(RestartPrediction.Verdict.UNKNOWN);
    }

    // source evolution

    private static HandMadeCheckpoint named() {
        String map = "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":"
                + "{\"spark.sql.streaming.queryEvolution.enableSourceEvolution\":\"true\"}}\n";
        return started()
                .file("offsets/0", map + "orders:{\"logOffset\":0}\nrefunds:{\"logOffset\":0}")
                .file("commits/0", "v1\n{}")
                .file("sources/orders/0", line("in/a.json", 0))
                .file("sources/refunds/0", line("other/b.json", 0));
    }

    @Test
    void goesByNameWhereTheCheckpointDoes() throws IOException {
        RestartPrediction prediction = named().source("new", "json", "/lake/new")
                .source("orders", "json", "/lake/in")
                .conf("spark.sql.streaming.queryEvolution.enableSourceEvolution", "true")
                .restartOn("4.2.0");

        Resume resume = prediction.resume();
        assertThat(resume).isNotNull();
        assertThat(resume.sources())
                .containsExactly(new Resume.Range(null, null), new Resume.Range("{\"logOffset\":0}", null));
    }

    @Test
    void findsTheNameOfASourceByTheFilesItRead() throws IOException {
        RestartPrediction prediction = named().source("json", "/lake/other")
                .source("json", "/lake/unheard")
                .source("json", "/lake/in")
                .conf("spark.sql.streaming.queryEvolution.enableSourceEvolution", "true")
                .restartOn("4.2.0");

        Resume resume = prediction.resume();
        assertThat(resume).isNotNull();
        assertThat(resume.sources())
                .containsExactly(
                        new Resume.Range("{\"logOffset\":0}", null),
                        new Resume.Range(null, null),
                        new Resume.Range("{\"logOffset\":0}", null));
        assertThat(prediction.unknown()).anyMatch(note -> note.startsWith("source 1 has no name"));
    }

    @Test
    void assertsNamesWhereTheCheckpointGoesByName() throws IOException {
        RestartPrediction prediction = named().source("json", "/lake/in").restartOn("4.2.0");

        assertThat(told(prediction))
                .startsWith("java.lang.AssertionError: assertion failed: All sources should be named at this point");
    }

    private static String told(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        if (failure == null) {
            throw new AssertionError("it does not fail: " + prediction.resume());
        }
        SparkError.Cause cause = failure.error().telling();
        return cause.className() + ": " + cause.message();
    }
}
