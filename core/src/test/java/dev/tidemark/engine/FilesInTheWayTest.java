package dev.tidemark.engine;

import java.io.IOException;
import java.util.Map;

import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.SourceDescription;
import org.junit.jupiter.api.Test;

import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

/** Plain files where directories belong. Messages and steps are those of Spark 4.1.1. */
class FilesInTheWayTest {
    private static final OperatorDescription AGGREGATION = new OperatorDescription(0, "stateStoreSave", 2, Map.of());

    private static HandMadeCheckpoint batches(int count) {
        HandMadeCheckpoint checkpoint = started()
                .source(new SourceDescription(
                        null, "rate-micro-batch", null, null, Map.of("rowsPerBatch", "10"), null));
        for (int id = 0; id < count; id++) {
            checkpoint.offsets(id, "{\"offset\":" + (id + 1) * 10 + ",\"timestamp\":" + (id + 1) * 1000 + "}");
        }
        return checkpoint;
    }

    private static Failure failure(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        assertThat(failure).as("%s", prediction.unknown()).isNotNull();
        return failure;
    }

    @Test
    void runsTheNewestBatchAgainAndCannotCommitIt() throws IOException {
        Failure failure = failure(batches(2).file("commits", "x").follow("4.1.1"));

        assertThat(failure.step()).isEqualTo(Step.COMMIT);
        assertThat(failure.batchId()).isEqualTo(1);
        assertThat(failure.error().telling().simpleName()).isEqualTo("ParentNotDirectoryException");
        assertThat(failure.error().telling().message())
                .contains("parent is not a dir:")
                .contains("/commits/.1.");
    }

    @Test
    void missesThePreviousEntryWhereADirectoryHasItsName() throws IOException {
        HandMadeCheckpoint checkpoint =
                batches(0).offsets(1, "{\"offset\":20,\"timestamp\":2000}").file("offsets/0/part", "x");

        Failure failure = failure(checkpoint.follow("4.1.1"));

        assertThat(failure.step()).isEqualTo(Step.INITIALIZE);
        assertThat(failure.error().telling().message()).isEqualTo("batch 0 doesn't exist");
    }

    @Test
    void takesAFileForALogWithoutEntries() throws IOException {
        HandMadeCheckpoint checkpoint = batches(0).file("offsets", "x");

        assertThat(failure(checkpoint.follow("4.1.1")).error().telling().condition())
                .isEqualTo("STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY");
        assertThat(failure(checkpoint.commit(0).follow("4.2.0"))
                        .error()
                        .telling()
                        .simpleName())
                .isEqualTo("AssertionError");
    }

    @Test
    void meetsAFileInThePlaceOfStateWhenItPlans() throws IOException {
        HandMadeCheckpoint checkpoint = batches(2).commit(0).commit(1).operators(AGGREGATION);

        for (String path : new String[] {"state", "state/0", "state/0/0"}) {
            HandMadeCheckpoint damaged =
                    batches(2).commit(0).commit(1).operators(AGGREGATION).file(path, "x");

            Failure failure = failure(damaged.follow("4.1.1"));

            assertThat(failure.step()).isEqualTo(Step.PLAN);
            assertThat(failure.error().telling().message())
                    .startsWith("Parent path is not a directory: ")
                    .endsWith("/" + path);
        }
        assertThat(failure(checkpoint.follow("4.1.1")).error().telling().message())
                .as("no state at all is another failure")
                .doesNotContain("Parent path");
    }

    @Test
    void meetsAFileInThePlaceOfStateInATaskOfSpark35() throws IOException {
        Failure failure = failure(batches(2)
                .commit(0)
                .commit(1)
                .operators(AGGREGATION)
                .file("state", "x")
                .follow("3.5.9"));

        assertThat(failure.step()).isEqualTo(Step.LOAD_STATE);
        assertThat(failure.error().causes())
                .extracting(SparkError.Cause::simpleName)
                .endsWith("SparkException", "ParentNotDirectoryException");
    }

    @Test
    void looksAtWhatIsThereAndNotAtEveryPartitionThatAnEntryClaims() throws IOException {
        HandMadeCheckpoint checkpoint = started()
                .source(new SourceDescription(null, "rate-micro-batch", null, null, Map.of("rowsPerBatch", "10"), null))
                .offsetsWithConf(
                        0, "{\"spark.sql.shuffle.partitions\":\"2147483647\"}", "{\"offset\":10,\"timestamp\":1000}")
                .file("state/0/2147483646", "no directory")
                .file("state/0/77", "no directory")
                .operators(AGGREGATION);

        assertThat(checkpoint.follow("4.1.1").unknown())
                .singleElement()
                .asString()
                .startsWith("state/0/77 is a file and should be a directory");
    }

    @Test
    void leavesAFileInThePlaceOfStateAloneWhereThereIsNone() throws IOException {
        RestartPrediction prediction =
                batches(2).commit(0).commit(1).operators().file("state", "x").follow("4.1.1");

        assertThat(prediction.failure()).isNull();
    }

    @Test
    void cannotReadADirectoryAsMetadata() throws IOException {
        Failure failure =
                failure(batches(0).without("metadata").file("metadata/x", "x").follow("4.1.1"));

        assertThat(failure.step()).isEqualTo(Step.START);
        assertThat(failure.error().telling().message()).endsWith("/metadata (Is a directory)");
    }

    @Test
    void cannotPlanABatchWhoseEntryIsADirectory() throws IOException {
        Failure failure = failure(batches(2)
                .commit(0)
                .commit(1)
                .operators()
                .file("offsets/2/x", "x")
                .follow("4.1.1"));

        assertThat(failure.step()).isEqualTo(Step.CONSTRUCT);
        assertThat(failure.error().telling().condition()).isEqualTo("CONCURRENT_STREAM_LOG_UPDATE");
    }

    @Test
    void theFileSourceMeetsAFileWhenItIsMade() throws IOException {
        HandMadeCheckpoint files = started().source("json", "/lake/in").beside("/lake/in", "a.json", "{}");

        Failure failure = failure(files.file("sources", "x").follow("4.1.1"));

        assertThat(failure.step()).isEqualTo(Step.INITIALIZE);
        assertThat(failure.error().telling().message()).endsWith("/sources");
    }
}
