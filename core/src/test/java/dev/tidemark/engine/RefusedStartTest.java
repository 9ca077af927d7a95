package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.WatermarkDescription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

/** Queries that Spark refuses before it looks at a checkpoint. */
class RefusedStartTest {
    private static final String NAMES = "spark.sql.streaming.queryEvolution.enableSourceEvolution";

    private static SourceDescription rate(@Nullable String name, @Nullable String delay) {
        WatermarkDescription watermark = delay == null ? null : new WatermarkDescription("timestamp", delay);
        return new SourceDescription(name, "rate", null, null, Map.of(), watermark);
    }

    private static String refusal(RestartPrediction prediction) {
        assertThat(prediction.verdict()).isEqualTo(Verdict.FAILS);
        assertThat(prediction.failure()).isNotNull();
        assertThat(prediction.failure().step()).isEqualTo(Step.START);
        SparkError.Cause cause = prediction.failure().error().causes().get(0);
        return cause.condition() == null ? cause.message() : cause.condition();
    }

    @Test
    void areThoseWithADelayBelowZero() throws IOException {
        assertThat(refusal(started().source(rate(null, "-1 hour")).restartOn("4.1.3")))
                .isEqualTo("requirement failed: delay threshold (-1 hour) should not be negative.");
    }

    @Test
    void areThoseWithADelayThatIsNone() throws IOException {
        assertThat(refusal(started().source(rate(null, "soon")).restartOn("4.1.3")))
                .isEqualTo("CANNOT_PARSE_INTERVAL");
    }

    @ParameterizedTest
    @CsvSource({
        "delta,update,DELTA_UNSUPPORTED_OUTPUT_MODE",
        "parquet,complete,STREAMING_OUTPUT_MODE.UNSUPPORTED_DATASOURCE"
    })
    void areThoseWithAnOutputModeThatTheSinkDoesNotTake(String sink, String mode, String condition) throws IOException {
        assertThat(refusal(started()
                        .source(rate(null, null))
                        .sinkAt(sink, "/lake/out")
                        .outputMode(mode)
                        .restartOn("4.1.3")))
                .isEqualTo(condition);
    }

    @Test
    void areThoseWhoseFileSinkIsToCompactItsLogAfterNoBatch() throws IOException {
        assertThat(refusal(started()
                        .source(rate(null, null))
                        .sinkAt("parquet", "/lake/out")
                        .conf("spark.sql.streaming.fileSink.log.compactInterval", "0")
                        .restartOn("4.1.3")))
                .startsWith("requirement failed: Please set spark.sql.streaming.fileSink.log.compactInterval (was 0)");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "false,a,b,SOURCE_NAMING_NOT_SUPPORTED",
                "true,a,a,DUPLICATE_SOURCE_NAMES",
                "true,a,b c,INVALID_SOURCE_NAME",
                "true,a,-,UNNAMED_STREAMING_SOURCES_WITH_ENFORCEMENT"
            })
    void areThoseWhoseSourcesAreNotNamedAsTheyMustBe(
            String names, String first, @Nullable String second, String condition) throws IOException {
        assertThat(refusal(started()
                        .conf(NAMES, names)
                        .source(rate(first, null))
                        .source(rate(second, null))
                        .restartOn("4.2.0")))
                .isEqualTo("STREAMING_QUERY_EVOLUTION_ERROR." + condition);
    }

    @Test
    void areNotThoseOfWhichNoNameIsTold() throws IOException {
        assertThat(started()
                        .conf(NAMES, "true")
                        .source(rate(null, null))
                        .restartOn("4.2.0")
                        .failure())
                .isNull();
    }

    private static HandMadeCheckpoint inAvro(@Nullable String... operators) {
        List<OperatorDescription> described = new ArrayList<>();
        for (String operator : operators) {
            described.add(new OperatorDescription(described.size(), operator, null, Map.of()));
        }
        return started()
                .conf("spark.sql.streaming.stateStore.encodingFormat", "avro")
                .source(rate(null, null))
                .operators(described.toArray(OperatorDescription[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "stateStoreSave,aggregation",
        "sessionWindowStateStoreSaveExec,aggregation",
        "dedupe,dropDuplicates",
        "dedupeWithinWatermark,dropDuplicatesWithinWatermark",
        "symmetricHashJoin,join",
        "flatMapGroupsWithState,flatMapGroupsWithState",
        "applyInPandasWithState,applyInPandasWithState"
    })
    void areThoseThatWantStateInAvroOfAnOperatorThatCannot(String operator, String spoken) throws IOException {
        RestartPrediction prediction = inAvro("globalLimit", operator).restartOn("4.1.3");

        assertThat(refusal(prediction)).isEqualTo("_LEGACY_ERROR_TEMP_3102");
        assertThat(prediction.failure().error().causes().get(0).message())
                .isEqualTo("State store encoding format as avro is not supported for operator=" + spoken
                        + " used within the query;");
    }

    @Test
    void areNotThoseWithStateInAvroOfTransformWithState() throws IOException {
        assertThat(inAvro().restartOn("4.1.3").failure()).isNull();
        assertThat(inAvro("globalLimit").restartOn("3.5.9").failure()).isNull();
        RestartPrediction unchecked = inAvro("stateStoreSave")
                .conf("spark.sql.streaming.unsupportedOperationCheck", "false")
                .restartOn("4.1.3");
        assertThat(unchecked.failure() == null || unchecked.failure().step() != Step.START)
                .isTrue();
        RestartPrediction transform = inAvro("transformWithStateExec").restartOn("4.1.3");
        assertThat(transform.failure() == null || transform.failure().step() != Step.START)
                .isTrue();
    }

    @Test
    void areUnknownWhereAnOperatorWithStateInAvroHasNoName() throws IOException {
        RestartPrediction prediction = inAvro((String) null).restartOn("4.1.3");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown().toString()).contains("does not name the operators that keep state");
    }
}
