package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import dev.tidemark.engine.RestartPrediction.LogChanges.Written;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.query.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.engine.HandMadeCheckpoint.committedUpTo;
import static dev.tidemark.engine.HandMadeCheckpoint.empty;
import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

/** Each way in which logs decide a restart, by version. */
class RestartEngineTest {
    private static final String ILLEGAL_STATE = "java.lang.IllegalStateException";
    private static final String ASSERTION = "java.lang.AssertionError";

    // where the query goes on

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void goesOnWithANewBatchBehindACommittedOne(String spark) throws IOException {
        RestartPrediction prediction = committedUpTo(2).restartOn(spark);

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.resume())
                .isEqualTo(new Resume(3, Resume.Kind.NEW, 3000, List.of(new Resume.Range("30", null))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void runsAnUncommittedBatchAgainWithItsOwnOffsetsAndWatermark(String spark) throws IOException {
        RestartPrediction prediction = committedUpTo(2).without("commits/2").restartOn(spark);

        assertThat(prediction.resume())
                .isEqualTo(new Resume(2, Resume.Kind.RERUN, 2000, List.of(new Resume.Range("20", "30"))));
        assertThat(prediction.changes().written())
                .containsExactly(new Written("commits/2", "v1\n{\"nextBatchWatermarkMs\":2000}"));
    }

    @Test
    void takesTheHigherOfBothWatermarksBehindACommittedBatch() throws IOException {
        RestartPrediction lower = committedUpTo(2)
                .file("commits/2", "v1\n{\"nextBatchWatermarkMs\":1}")
                .restartOn("4.1.3");
        RestartPrediction none = committedUpTo(2).file("commits/2", "v1").restartOn("4.1.3");

        assertThat(resume(lower).watermarkMs()).isEqualTo(2000);
        assertThat(resume(none).watermarkMs()).isEqualTo(2000);
    }

    @Test
    void runsTheNewestBatchOnlyWhenSeveralCommitsAreGone() throws IOException {
        RestartPrediction prediction =
                committedUpTo(4).without("commits/4").without("commits/3").restartOn("4.1.3");

        assertThat(resume(prediction).batchId()).isEqualTo(4);
        assertThat(resume(prediction).kind()).isEqualTo(Resume.Kind.RERUN);
    }

    @Test
    void doesNotMindHolesBelowTheNewestTwoOffsets() throws IOException {
        RestartPrediction prediction = committedUpTo(4)
                .without("offsets/0")
                .without("offsets/2")
                .without("commits/1")
                .restartOn("4.1.3");

        assertThat(resume(prediction).batchId()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void takesAnEmptyPlaceForAFreshStart(String spark) throws IOException {
        RestartPrediction prediction = empty().restartOn(spark);

        assertThat(prediction.failure()).isNull();
        assertThat(prediction.resume())
                .isEqualTo(new Resume(0, Resume.Kind.NEW, 0, List.of(new Resume.Range(null, null))));
    }

    @Test
    void keepsASourceThatHasNotStartedAtItsBeginning() throws IOException {
        RestartPrediction prediction = started()
                .source("rate", null)
                .source("rate", null)
                .offsets(0, "10", "-")
                .commit(0)
                .restartOn("4.1.3");

        assertThat(resume(prediction).sources())
                .containsExactly(new Resume.Range("10", null), new Resume.Range(null, null));
    }

    @Test
    void leavesASourceWithoutANewOffsetWhereTheEntryBeforeSays() throws IOException {
        RestartPrediction prediction = committedUpTo(1).offsets(1, "-").restartOn("4.1.3");

        assertThat(resume(prediction).sources()).containsExactly(new Resume.Range("10", null));
    }

    // E1, E2: metadata

    @ParameterizedTest
    @CsvSource({"3.5.9, false", "4.0.3, false", "4.1.3, false", "4.2.0, true"})
    void refusesLogsWithoutMetadataSince42(String spark, boolean isRefused) throws IOException {
        RestartPrediction prediction = committedUpTo(1).without("metadata").restartOn(spark);

        assertThat(prediction.failure() != null).isEqualTo(isRefused);
        if (isRefused) {
            assertThat(failure(prediction).step()).isEqualTo(Step.START);
            assertThat(failure(prediction).error().causes()).singleElement().satisfies(cause -> {
                assertThat(cause.condition()).isEqualTo("STREAMING_CHECKPOINT_MISSING_METADATA_FILE");
                assertThat(cause.sqlState()).isEqualTo("42K03");
                assertThat(cause.message())
                        .startsWith("[STREAMING_CHECKPOINT_MISSING_METADATA_FILE] Checkpoint location memory: is in an"
                                + " inconsistent state")
                        .endsWith("SQLSTATE: 42K03");
            });
        }
    }

    @Test
    void makesNoFussAboutMissingMetadataWithoutLogsOrWhenTold() throws IOException {
        assertThat(empty().restartOn("4.2.0").failure()).isNull();
        assertThat(committedUpTo(1)
                        .without("metadata")
                        .conf("spark.sql.streaming.checkpoint.verifyMetadataExists.enabled", "false")
                        .restartOn("4.2.0")
                        .failure())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|com.fasterxml.jackson.databind.exc.MismatchedInputException|No content to map due to end-of-input",
                "{\"id\":\"1|com.fasterxml.jackson.core.io.JsonEOFException|Unexpected end-of-input",
                "{nonsense|com.fasterxml.jackson.core.JsonParseException|Unexpected character ('n'",
                "{}|org.json4s.MappingException|No usable value for id",
                "{\"id\":\"1\"}|java.lang.IllegalArgumentException|Invalid UUID string: 1"
            })
    void throwsWhatTheReaderOfMetadataThrows(String metadata, String className, String message) throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).file("metadata", metadata).restartOn("4.1.3");

        assertThat(failure(prediction).step()).isEqualTo(Step.START);
        assertThat(failure(prediction).file()).isEqualTo("metadata");
        assertThat(failure(prediction).error().causes().get(0).className()).isEqualTo(className);
        assertThat(failure(prediction).error().causes().get(0).message()).startsWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metadata|null|3.5.9|org.apache.spark.sql.execution.streaming.StreamMetadata.id()",
                "metadata|null|4.2.0|org.apache.spark.sql.execution.streaming.runtime.StreamMetadata.id()",
                "offsets/1|v1\\nnull\\n20|4.1.3|streaming.checkpointing.OffsetSeqMetadata.conf()",
                "offsets/1|v1\\nnull\\n20|4.2.0|streaming.checkpointing.OffsetSeqMetadataBase.conf()",
                "commits/1|v1\\nnull|4.0.3|org.apache.spark.sql.execution.streaming.CommitMetadata.stateUniqueIds()",
                "commits/1|v1\\nnull|4.2.0|streaming.checkpointing.CommitMetadataBase.stateUniqueIds()"
            })
    void makesNullOfADocumentThatSaysNull(String path, String text, String spark, String method) throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).file(path, text.replace("\\n", "\n")).restartOn(spark);

        assertThat(failure(prediction).error().telling().className()).isEqualTo("java.lang.NullPointerException");
        assertThat(failure(prediction).error().telling().message()).contains(method);
    }

    // E4 to E9: offsets

    @Test
    void mindsOnSpark35ACommitThatSaysNullOnlyWhereItsWatermarkIsAskedFor() throws IOException {
        RestartPrediction newest =
                committedUpTo(1).file("commits/1", "v1\nnull").restartOn("3.5.9");
        RestartPrediction older = committedUpTo(2)
                .without("commits/2")
                .file("commits/1", "v1\nnull")
                .restartOn("3.5.9");

        assertThat(newest.failure()).isNotNull();
        assertThat(newest.failure().error().causes().get(0).message())
                .contains(
                        "execution.streaming.CommitMetadata.nextBatchWatermarkMs()\" because \"commitMetadata\" is null");
        assertThat(older.failure()).isNull();
        assertThat(older.resume()).isNotNull();
        assertThat(older.resume().batchId()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"3.5.9,false", "4.0.4,true", "4.1.3,true", "4.2.0,false"})
    void readsIdsOfStateInACommitOfTheFirstVersionWhereSparkDoes(String spark, boolean isRead) throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .file("commits/1", "v1\n{\"nextBatchWatermarkMs\":9000,\"stateUniqueIds\":{\"x\":[]}}")
                .restartOn(spark);

        assertThat(prediction.verdict() == Verdict.FAILS).isEqualTo(isRead);
        if (!isRead) {
            assertThat(prediction.resume()).isNotNull();
            assertThat(prediction.resume().watermarkMs()).isEqualTo(9000);
        }
    }

    @Test
    void namesTheFileOfAnEmptyOffsetsEntryAndKeepsTheCause() throws IOException {
        RestartPrediction prediction = committedUpTo(1).file("offsets/1", "").restartOn("4.1.3");

        assertThat(failure(prediction).error().causes())
                .extracting(SparkError.Cause::className)
                .containsExactly(
                        "org.apache.spark.sql.streaming.StreamingQueryException", ILLEGAL_STATE, ILLEGAL_STATE);
        assertThat(failure(prediction).error().telling().message())
                .isEqualTo("Failed to read log file memory:/offsets/1. Incomplete log file");
        assertThat(failure(prediction).error().causes().get(2).message()).isEqualTo("Incomplete log file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1|java.util.NoSuchElementException|next on empty iterator",
                "v1\\n{\"batchWatermarkMs\":|com.fasterxml.jackson.core.io.JsonEOFException|Unexpected end-of-input",
                "v1\\n{\"batchWatermarkMs\":true}\\n10|org.json4s.MappingException|No usable value for batchWatermarkMs",
                "x1\\n{}\\n10|java.lang.IllegalStateException|Failed to read log file memory:/offsets/1."
            })
    void throwsWhatTheReaderOfOffsetsThrows(String entry, String className, String message) throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).file("offsets/1", entry.replace("\\n", "\n")).restartOn("4.1.3");

        assertThat(failure(prediction).step()).isEqualTo(Step.INITIALIZE);
        assertThat(failure(prediction).error().telling().className()).isEqualTo(className);
        assertThat(failure(prediction).error().telling().message()).startsWith(message);
    }

    @ParameterizedTest
    @CsvSource({
        "3.5.9, v2, UnsupportedLogVersion: maximum supported log version is v1",
        "4.0.3, v2, The maximum supported log version is v1",
        "4.1.3, v2, The maximum supported log version is v1",
        "4.2.0, v3, The maximum supported log version is v2",
    })
    void refusesAVersionThatIsTooNew(String spark, String version, String text) throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).file("offsets/1", version + "\n{}\n10").restartOn(spark);

        List<SparkError.Cause> causes = failure(prediction).error().causes();
        assertThat(causes.get(1).className()).isEqualTo(ILLEGAL_STATE);
        assertThat(causes.get(1).message()).contains(text);
        boolean isCondition = !spark.startsWith("3");
        assertThat(causes.get(2).condition())
                .isEqualTo(isCondition ? "INVALID_LOG_VERSION.MAX_SUPPORTED_VERSION" : null);
    }

    @Test
    void takesAnEntryRelabelledAsAMapAndLosesItsOffset() throws IOException {
        RestartPrediction prediction = started()
                .source("json", "/lake/in")
                .offsets(0, "{\"logOffset\":0}")
                .file("offsets/1", "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{}}\n{\"logOffset\":1}")
                .commit(0)
                .commit(1)
                .restartOn("4.2.0");

        assertThat(prediction.failure()).isNull();
        assertThat(resume(prediction).sources()).containsExactly(new Resume.Range("{\"logOffset\":0}", null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void assertsAsManySourcesAsLines(String spark) throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).source("rate", null).source("rate", null).restartOn(spark);

        SparkError.Cause cause = failure(prediction).error().telling();
        assertThat(cause.className()).isEqualTo(ASSERTION);
        assertThat(cause.message())
                .isEqualTo("assertion failed: There are [1] sources in the checkpoint offsets and now there are [2]"
                        + " sources requested by the query. Cannot continue.");
    }

    @Test
    void assertsAsManySourcesAsLinesInTheEntryBeforeToo() throws IOException {
        RestartPrediction prediction = committedUpTo(1).offsets(0, "10", "10").restartOn("4.1.3");

        assertThat(failure(prediction).error().telling().message()).contains("[2] sources", "[1] sources");
    }

    @Test
    void countsAnEmptyExtraLineAsASource() throws IOException {
        RestartPrediction prediction = committedUpTo(1).offsets(1, "20", "", "").restartOn("4.1.3");

        assertThat(failure(prediction).error().telling().message()).contains("There are [2] sources");
    }

    @Test
    void doesNotCountSourcesOfAnOffsetMap() throws IOException {
        String map = "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{}}\n0:10\n1:20";
        RestartPrediction prediction =
                started().file("offsets/0", map).file("commits/0", "v1\n{}").restartOn("4.2.0");

        assertThat(resume(prediction).sources()).containsExactly(new Resume.Range("10", null));
    }

    @ParameterizedTest
    @CsvSource({
        "3.5.9, org.apache.spark.sql.execution.streaming.WatermarkTracker",
        "4.0.3, org.apache.spark.sql.execution.streaming.WatermarkTracker",
        "4.1.3, org.apache.spark.sql.execution.streaming.runtime.WatermarkTracker",
        "4.2.0, org.apache.spark.sql.execution.streaming.runtime.WatermarkTracker"
    })
    void diesOfAnEmptyMetadataLineAtTheStartWhenTheBatchIsCommitted(String spark, String tracker) throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).file("offsets/1", "v1\n\n20").restartOn(spark);

        SparkError.Cause cause = failure(prediction).error().telling();
        assertThat(cause.className()).isEqualTo("java.lang.NullPointerException");
        assertThat(cause.message()).startsWith("Cannot invoke \"" + tracker + ".currentWatermark()\"");
        assertThat(failure(prediction).step()).isEqualTo(Step.INITIALIZE);
    }

    @Test
    void diesOfAnEmptyMetadataLineAfterTheBatchWhenItRunsAgain() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .file("offsets/1", "v1\n\n20")
                .without("commits/1")
                .restartOn("4.1.3");

        assertThat(failure(prediction).step()).isEqualTo(Step.COMMIT);
        assertThat(failure(prediction).error().telling().message()).contains("updateWatermark");
    }

    // E10: the entry before

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void needsTheEntryBeforeTheNewestEvenWhenThatIsCommitted(String spark) throws IOException {
        RestartPrediction prediction = committedUpTo(4).without("offsets/3").restartOn(spark);

        assertThat(failure(prediction).error().telling().className()).isEqualTo(ILLEGAL_STATE);
        assertThat(failure(prediction).error().telling().message()).isEqualTo("batch 3 doesn't exist");
        assertThat(failure(prediction).advice().remedy()).contains("copy offsets/4 to that name");
    }

    @Test
    void warnsNotToFakeTheEntryBeforeAnUncommittedBatch() throws IOException {
        RestartPrediction prediction =
                committedUpTo(4).without("offsets/3").without("commits/4").restartOn("4.1.3");

        assertThat(failure(prediction).advice().remedy())
                .contains("lose or double rows", "Without a backup, move offsets/4 and commits/3 aside");
    }

    @Test
    void needsNoEntryBeforeBatchZero() throws IOException {
        RestartPrediction prediction = committedUpTo(0).without("commits/0").restartOn("4.2.0");

        assertThat(resume(prediction).kind()).isEqualTo(Resume.Kind.RERUN);
    }

    // E11, E12: offsets gone

    @Test
    void assertsThatCommitsHaveOffsetsIn42() throws IOException {
        RestartPrediction prediction = committedUpTo(0).without("offsets/0").restartOn("4.2.0");

        assertThat(failure(prediction).error().telling().className()).isEqualTo(ASSERTION);
        assertThat(failure(prediction).error().telling().message()).isEqualTo("assertion failed");
    }

    @Test
    void wantsAFreshCheckpointEmptyIn41() throws IOException {
        RestartPrediction prediction = committedUpTo(0).without("offsets/0").restartOn("4.1.3");

        SparkError.Cause cause = failure(prediction).error().telling();
        assertThat(cause.condition()).isEqualTo("STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY");
        assertThat(cause.message()).contains("memory:/commits should be empty on batch 0");
    }

    @ParameterizedTest
    @CsvSource({"3.5.9, false", "4.0.3, false", "4.1.3, true", "4.2.0, true"})
    void wantsNoStateBesideAFreshStartSince41(String spark, boolean isRefused) throws IOException {
        RestartPrediction prediction = started().file("state/0/0/1.delta", "x").restartOn(spark);

        assertThat(prediction.failure() != null).isEqualTo(isRefused);
        if (isRefused) {
            assertThat(failure(prediction).error().telling().message()).contains("memory:/state should be empty");
        }
    }

    @Test
    void doesNotSeeHadoopsChecksumFilesWhenItWantsADirectoryEmpty() throws IOException {
        assertThat(started().file("commits/.0.crc", "x").restartOn("4.1.3").failure())
                .isNull();
        assertThat(started()
                        .file("commits/leftover.tmp", "x")
                        .restartOn("4.1.3")
                        .failure())
                .isNotNull();
    }

    @Test
    void doesNotWantItEmptyWhenTheSessionSaysSo() throws IOException {
        RestartPrediction prediction = started()
                .file("state/0/0/1.delta", "x")
                .conf("spark.sql.streaming.verifyCheckpointDirectoryEmptyOnStart", "false")
                .restartOn("4.1.3");

        assertThat(prediction.failure()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3"})
    void meetsTheOldCommitOfBatchZeroBefore41(String spark) throws IOException {
        RestartPrediction prediction = committedUpTo(0)
                .without("offsets/0")
                .source("json", "/lake/in")
                .beside("/lake/in", "part-0.json", "{}")
                .restartOn(spark);

        assertThat(failure(prediction).step()).isEqualTo(Step.COMMIT);
        assertThat(failure(prediction).error().telling().condition()).isEqualTo("CONCURRENT_STREAM_LOG_UPDATE");
    }

    @Test
    void doesNotClaimToMeetAnOldCommitWhenTheSourceMayHoldNothing() throws IOException {
        RestartPrediction prediction =
                committedUpTo(0).without("offsets/0").source("json", "/lake/in").restartOn("3.5.9");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown()).anyMatch(reason -> reason.contains("earlier life"));
    }

    // E13 to E15: repartitioning

    @Test
    void looksForPartitionsThatAnOffsetMapDoesNotRecord() throws IOException {
        String map = "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{}}\n0:10";
        RestartPrediction prediction = started()
                .file("offsets/0", map)
                .file("offsets/1", map)
                .commit(0)
                .restartOn("4.2.0");

        assertThat(failure(prediction).error().telling().className()).isEqualTo("java.util.NoSuchElementException");
        assertThat(failure(prediction).error().telling().message()).isEqualTo("None.get");
    }

    @Test
    void doesNotLookForPartitionsWhenToldOrBefore42OrWithoutACommit() throws IOException {
        assertThat(committedUpTo(1)
                        .offsetsWithConf(1, "{}", "20")
                        .without("commits/1")
                        .conf("spark.sql.streaming.checkUnfinishedRepartitionOnRestart", "false")
                        .restartOn("4.2.0")
                        .failure())
                .isNull();
        assertThat(committedUpTo(1)
                        .offsetsWithConf(1, "{}", "20")
                        .without("commits/1")
                        .restartOn("4.1.3")
                        .failure())
                .isNull();
        assertThat(committedUpTo(1)
                        .offsetsWithConf(1, "{}", "20")
                        .without("commits/1")
                        .without("commits/0")
                        .restartOn("4.2.0")
                        .failure())
                .isNull();
    }

    @Test
    void refusesAnUnfinishedBatchWithOtherPartitions() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .offsetsWithConf(1, "{\"spark.sql.shuffle.partitions\":\"7\"}", "20")
                .without("commits/1")
                .restartOn("4.2.0");

        assertThat(failure(prediction).error().telling().condition())
                .isEqualTo("STREAMING_UNFINISHED_REPARTITION_DETECTED");
        assertThat(failure(prediction).error().telling().sqlState()).isEqualTo("55019");
    }

    @Test
    void requiresTheEntryBeforeAnUnfinishedBatchIn42() throws IOException {
        RestartPrediction prediction =
                committedUpTo(2).without("offsets/1").without("commits/2").restartOn("4.2.0");

        assertThat(failure(prediction).error().telling().className()).isEqualTo("java.lang.IllegalArgumentException");
        assertThat(failure(prediction).error().telling().message())
                .isEqualTo("requirement failed: Previous batch 1 not found in offset log");
    }

    @Test
    void requiresTheMetadataOfAnUnfinishedBatchIn42() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .file("offsets/1", "v1\n\n20")
                .without("commits/1")
                .restartOn("4.2.0");

        assertThat(failure(prediction).error().telling().message())
                .isEqualTo("requirement failed: Batch 1 metadata not found");
    }

    // E16 to E19: commits

    @Test
    void namesTheFileOfAnEmptyCommit() throws IOException {
        RestartPrediction prediction = committedUpTo(1).file("commits/1", "").restartOn("3.5.9");

        assertThat(failure(prediction).error().telling().message())
                .isEqualTo("Failed to read log file memory:/commits/1. Incomplete log file in the offset commit log");
    }

    @ParameterizedTest
    @CsvSource({
        "3.5.9, 1, v1, ",
        "3.5.9, 1, v2, maximum supported log version is v1",
        "4.0.3, 1, v1, ",
        "4.0.3, 1, v2, The only supported log version is v1",
        "4.1.3, 2, v2, ",
        "4.1.3, 2, v1, The only supported log version is v2",
        "4.2.0, 1, v2, ",
        "4.2.0, 2, v1, ",
        "4.2.0, 1, v4, The maximum supported log version is v3"
    })
    void takesCommitVersionsByTheRuleOfTheVersion(String spark, String session, String version, String message)
            throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .file("commits/1", version + "\n{\"nextBatchWatermarkMs\":5,\"stateUniqueIds\":{}}")
                .conf("spark.sql.streaming.stateStore.checkpointFormatVersion", session)
                .restartOn(spark);

        if (message == null) {
            assertThat(prediction.failure()).isNull();
        } else {
            assertThat(failure(prediction).error().telling().message()).contains(message);
        }
    }

    @Test
    void readsCommitsBeforeItCountsSourcesSince41AndAfterBefore() throws IOException {
        HandMadeCheckpoint broken =
                committedUpTo(1).file("commits/1", "").source("rate", null).source("rate", null);

        assertThat(failure(broken.restartOn("4.0.3")).error().telling().className())
                .isEqualTo(ASSERTION);
        assertThat(failure(broken.restartOn("4.1.3")).error().telling().className())
                .isEqualTo(ILLEGAL_STATE);
    }

    @Test
    void asksACommitOfVersion3ForItsActiveSink() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .file("commits/1", "v3\n{\"nextBatchWatermarkMs\":5,\"sinkMetadataMap\":{}}")
                .restartOn("4.2.0");

        assertThat(failure(prediction).error().telling().message()).isEqualTo("unknown error");
        assertThat(failure(prediction).error().causes())
                .last()
                .extracting(SparkError.Cause::message)
                .isEqualTo("requirement failed: VERSION_3 commit log requires a non-empty sinkMetadataMap");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.3", "4.1.3", "4.2.0"})
    void failsAtTheCommitOfABatchWhoseCommitIsThere(String spark) throws IOException {
        RestartPrediction prediction = committedUpTo(2).without("offsets/2").restartOn(spark);

        assertThat(resume(prediction).batchId()).isEqualTo(1);
        assertThat(failure(prediction).step()).isEqualTo(Step.COMMIT);
        assertThat(failure(prediction).file()).isEqualTo("commits/1");
        assertThat(failure(prediction).error().telling().condition()).isEqualTo("CONCURRENT_STREAM_LOG_UPDATE");
        assertThat(failure(prediction).error().telling().message())
                .startsWith("[CONCURRENT_STREAM_LOG_UPDATE] Concurrent update to the log. Multiple streaming jobs"
                        + " detected for 1.");
        assertThat(prediction.batches())
                .singleElement()
                .satisfies(batch -> assertThat(batch.isCompleted()).isFalse());
    }

    @Test
    void doesNotFailWhenCommitsAreAheadButTheBatchsOwnCommitIsGone() throws IOException {
        RestartPrediction prediction =
                committedUpTo(3).without("offsets/3").without("commits/2").restartOn("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(resume(prediction).batchId()).isEqualTo(2);
    }

    // E21: stray names

    @ParameterizedTest
    @ValueSource(strings = {"offsets/+5", "offsets/007", "commits/+5"})
    void opensTheWrongFileForAStrayName(String path) throws IOException {
        RestartPrediction prediction = committedUpTo(2).file(path, "v1\n{}\n10").restartOn("4.1.3");

        assertThat(failure(prediction).error().telling().className()).isEqualTo("java.io.FileNotFoundException");
        assertThat(failure(prediction).error().telling().message()).endsWith("does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"offsets/-1", "offsets/+1", "offsets/x", "offsets/.5.tmp", "offsets/5.compact"})
    void doesNotMindNamesThatDoNotLead(String path) throws IOException {
        RestartPrediction prediction = committedUpTo(2).file(path, "v1\n{}\n10").restartOn("4.1.3");

        assertThat(prediction.failure()).isNull();
        assertThat(resume(prediction).batchId()).isEqualTo(3);
    }

    // triggers

    @Test
    void forgetsUncommittedOffsetsInRealTimeMode() throws IOException {
        RestartPrediction prediction = committedUpTo(3)
                .without("commits/3")
                .trigger(new Trigger.RealTime("5 minutes"))
                .sink("console", Map.of())
                .outputMode("update")
                .restartOn("4.1.3");

        assertThat(resume(prediction).batchId()).isEqualTo(3);
        assertThat(resume(prediction).kind()).isEqualTo(Resume.Kind.NEW);
        assertThat(prediction.changes().deleted()).containsExactly("offsets/3");
    }

    @Test
    void goesOnFromTheNewestCommitUnderAContinuousTrigger() throws IOException {
        RestartPrediction prediction = committedUpTo(3)
                .source("socket", null)
                .without("commits/3")
                .trigger(new Trigger.Continuous("1 second"))
                .restartOn("4.1.3");

        assertThat(prediction.resume())
                .isEqualTo(new Resume(3, Resume.Kind.NEW, 0, List.of(new Resume.Range("30", null))));
    }

    @Test
    void missesTheOffsetsOfACommittedEpoch() throws IOException {
        RestartPrediction prediction = committedUpTo(3)
                .without("offsets/3")
                .trigger(new Trigger.Continuous("1 second"))
                .restartOn("4.1.3");

        assertThat(failure(prediction).error().telling().message())
                .isEqualTo("Batch 3 was committed without end epoch offsets!");
    }

    @Test
    void takesTheEntryBeforeOnDiskUnderAsyncProgressTracking() throws IOException {
        HandMadeCheckpoint gaps = started()
                .offsets(0, "10")
                .offsets(2, "30")
                .offsets(5, "60")
                .commit(0)
                .commit(2);
        Map<String, String> async = Map.of("asyncProgressTrackingEnabled", "true");

        RestartPrediction asynchronous = gaps.sink("noop", async)
                .trigger(new Trigger.ProcessingTime(null))
                .restartOn("4.1.3");
        RestartPrediction plain = gaps.sink("noop", Map.of()).restartOn("4.1.3");

        assertThat(resume(asynchronous).sources()).containsExactly(new Resume.Range("30", "60"));
        assertThat(failure(plain).error().telling().message()).isEqualTo("batch 4 doesn't exist");
    }

    @Test
    void refusesAsyncProgressTrackingWithATriggerThatEnds() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .sink("noop", Map.of("asyncProgressTrackingEnabled", "true"))
                .restartOn("4.1.3");

        assertThat(failure(prediction).step()).isEqualTo(Step.START);
        assertThat(failure(prediction).error().causes().get(0).message())
                .isEqualTo("Async progress tracking cannot be used with AvailableNow trigger");
    }

    // around the logs

    @Test
    void refusesToRecoverIntoAMemorySink() throws IOException {
        RestartPrediction prediction = committedUpTo(1).sink("memory", Map.of()).restartOn("4.1.3");

        assertThat(failure(prediction).error().causes().get(0).condition()).isEqualTo("_LEGACY_ERROR_TEMP_1299");
    }

    @Test
    void refusesToRetainNothing() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .conf("spark.sql.streaming.minBatchesToRetain", "0")
                .restartOn("4.1.3");

        assertThat(failure(prediction).error().causes().get(0).message())
                .isEqualTo("requirement failed: minBatchesToRetain has to be positive");
    }

    @ParameterizedTest
    @CsvSource({"2, 4", "3, 3", "4, 2"})
    void saysWhatTheNextPlannedBatchPurges(String retain, long expired) throws IOException {
        RestartPrediction prediction = committedUpTo(5)
                .conf("spark.sql.streaming.minBatchesToRetain", retain)
                .restartOn("4.1.3");

        assertThat(prediction.changes().deleted()).hasSize((int) expired * 2).contains("offsets/0", "commits/0");
    }

    @Test
    void purgesBelowTheNewestHundredUntold() throws IOException {
        RestartPrediction prediction = committedUpTo(101).restartOn("4.1.3");

        assertThat(prediction.changes().deleted())
                .containsExactlyInAnyOrder("offsets/0", "offsets/1", "commits/0", "commits/1");
    }

    @Test
    void purgesNothingAtTheLimitItself() throws IOException {
        RestartPrediction prediction = committedUpTo(5)
                .conf("spark.sql.streaming.minBatchesToRetain", "6")
                .restartOn("4.1.3");

        assertThat(prediction.changes().deleted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.4.1", "4.3.0"})
    void doesNotGuessTheRulesOfVersionsItDoesNotKnow(String spark) throws IOException {
        RestartPrediction prediction = committedUpTo(1).restartOn(spark);

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.resume()).isNull();
    }

    @Test
    void tellsTheStepsInSparksOrder() throws IOException {
        RestartPrediction prediction = committedUpTo(2).without("commits/2").restartOn("4.0.3");

        assertThat(prediction.trace())
                .extracting(entry -> entry.event().text())
                .containsExactly(
                        "read metadata",
                        "make source 0 (rate)",
                        "list offsets: newest is 2",
                        "read offsets/2",
                        "read offsets/1",
                        "pin the confs on record; 6 override the session",
                        "list commits: newest is 1",
                        "read commits/1",
                        "take up batch 2 again");
    }

    @Test
    void saysThatASourceWithoutFilesCannotBeFollowed() throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).source("socket", null).restart("4.1.3", new Reach(null, Reach.DataFiles.LEFT_ALONE));

        assertThat(prediction.verdict()).isEqualTo(RestartPrediction.Verdict.UNKNOWN);
        assertThat(prediction.unknown()).anyMatch(reason -> reason.contains("source 0"));
    }

    private static Resume resume(RestartPrediction prediction) {
        Resume resume = prediction.resume();
        if (resume == null) {
            throw new AssertionError("no place to go on: " + prediction.unknown() + prediction.failure());
        }
        return resume;
    }

    private static Failure failure(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        if (failure == null) {
            throw new AssertionError("it does not fail: " + prediction.resume());
        }
        return failure;
    }
}
