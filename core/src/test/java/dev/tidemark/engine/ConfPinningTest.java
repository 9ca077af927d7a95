package dev.tidemark.engine;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.engine.HandMadeCheckpoint.committedUpTo;
import static dev.tidemark.engine.HandMadeCheckpoint.empty;
import static org.assertj.core.api.Assertions.assertThat;

class ConfPinningTest {
    private static final String PARTITIONS = "spark.sql.shuffle.partitions";
    private static final String CODEC = "spark.sql.streaming.stateStore.compression.codec";
    private static final String PROVIDER = "spark.sql.streaming.stateStore.providerClass";
    private static final String JOIN = "spark.sql.streaming.join.stateFormatVersion";
    private static final String PRUNE = "spark.sql.optimizer.pruneFiltersCanPruneStreamingSubplan";
    private static final String MISNAMED = "spark.databricks.sql.optimizer.pruneFiltersCanPruneStreamingSubplan";

    private static Map<String, PinnedConf> pinned(RestartPrediction prediction) {
        return prediction.pinned().stream().collect(Collectors.toMap(PinnedConf::key, conf -> conf));
    }

    @Test
    void takesTheRecordedValueOverTheSessions() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .offsetsWithConf(1, "{\"" + PARTITIONS + "\":\"5\",\"" + CODEC + "\":\"zstd\"}", "20")
                .conf(PARTITIONS, "9")
                .conf(CODEC, "snappy")
                .restartOn("4.1.3");

        assertThat(pinned(prediction).get(PARTITIONS)).isEqualTo(new PinnedConf(PARTITIONS, "9", "5", "offsets/1"));
        assertThat(pinned(prediction).get(CODEC)).isEqualTo(new PinnedConf(CODEC, "snappy", "zstd", "offsets/1"));
    }

    @Test
    void takesWhatOlderQueriesHadWhereNothingIsRecorded() throws IOException {
        RestartPrediction prediction =
                committedUpTo(1).offsetsWithConf(1, "{}", "20").conf(JOIN, "2").restartOn("3.5.9");

        assertThat(pinned(prediction).get(JOIN))
                .isEqualTo(new PinnedConf(JOIN, "2", "1", "default for older checkpoints"));
        assertThat(pinned(prediction).get(PRUNE).used()).isEqualTo("true");
    }

    @Test
    void leavesTheSessionsValueWhereThereIsNoOlderOne() throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .offsetsWithConf(1, "{}", "20")
                .conf(PROVIDER, "org.acme.Provider")
                .conf(PARTITIONS, "9")
                .restartOn("4.1.3");

        assertThat(pinned(prediction).get(PROVIDER))
                .isEqualTo(new PinnedConf(PROVIDER, "org.acme.Provider", "org.acme.Provider", "session"));
        assertThat(pinned(prediction).get(PARTITIONS)).isEqualTo(new PinnedConf(PARTITIONS, "9", "9", "session"));
    }

    @Test
    void takesTheSessionsValuesForAFreshStart() throws IOException {
        RestartPrediction prediction = empty().conf(PARTITIONS, "9").restartOn("4.2.0");

        assertThat(prediction.pinned())
                .hasSize(15)
                .allMatch(conf -> conf.source().equals("session"));
        assertThat(pinned(prediction).get(PARTITIONS).used()).isEqualTo("9");
    }

    @ParameterizedTest
    @CsvSource({"3.5.9, false", "4.0.3, false", "4.1.3, true"})
    void takesTheMisnamedConfOf354Until40(String spark, String used) throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .offsetsWithConf(1, "{\"" + MISNAMED + "\":\"false\"}", "20")
                .restartOn(spark);

        assertThat(pinned(prediction).get(PRUNE).used()).isEqualTo(used);
    }

    @ParameterizedTest
    @CsvSource({
        "3.5.9, 2, true",
        "3.5.9, 3, false",
        "4.0.3, 3, false",
        "4.1.3, 3, true",
        "4.1.3, 4, false",
        "4.2.0, 4, true",
        "4.2.0, 5, false",
        "4.2.0, 0, false"
    })
    void refusesAStateFormatThatTheVersionDoesNotHave(String spark, String format, boolean isTaken) throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .offsetsWithConf(1, "{\"" + PARTITIONS + "\":\"5\",\"" + JOIN + "\":\"" + format + "\"}", "20")
                .restartOn(spark);

        assertThat(prediction.failure() == null).isEqualTo(isTaken);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3.5.9|7|java.lang.IllegalArgumentException|'7' in " + JOIN + " is invalid. Valid versions are 1 and 2",
                "3.5.9|x|java.lang.IllegalArgumentException|" + JOIN + " should be int, but was x",
                "4.0.3|7|java.lang.IllegalArgumentException|'7' in " + JOIN + " is invalid. Valid versions are 1 and 2",
                "4.1.3|7|org.apache.spark.SparkIllegalArgumentException|[INVALID_CONF_VALUE.REQUIREMENT] The value '7'"
                        + " in the config \"" + JOIN
                        + "\" is invalid. Valid versions are 1, 2, and 3 SQLSTATE: 22022",
                "4.1.3|x|org.apache.spark.SparkIllegalArgumentException|[INVALID_CONF_VALUE.TYPE_MISMATCH] The value"
                        + " 'x' in the config \"" + JOIN
                        + "\" is invalid. It should be a/an 'int' value. SQLSTATE: 22022"
            })
    void refusesInTheWordsOfTheVersion(String spark, String value, String className, String message)
            throws IOException {
        RestartPrediction prediction = committedUpTo(1)
                .offsetsWithConf(1, "{\"" + JOIN + "\":\"" + value + "\"}", "20")
                .restartOn(spark);

        assertThat(prediction.failure()).isNotNull().satisfies(failure -> {
            assertThat(failure.error().telling().className()).isEqualTo(className);
            assertThat(failure.error().telling().message()).isEqualTo(message);
        });
    }
}
