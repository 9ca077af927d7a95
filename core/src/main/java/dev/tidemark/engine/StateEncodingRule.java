package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.engine.SourceChecks.Fault;
import dev.tidemark.io.Storage;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.state.schema.OperatorName;

/**
 * State in Avro is for transformWithState alone: with any other operator that keeps state beside it, the query is refused
 * while it is analysed, by what the session says and whatever the checkpoint was begun with. Authority: Spark 4.0, 4.1, 4.2
 * UnsupportedOperationChecker.checkSupportedStoreEncodingFormats.
 */
final class StateEncodingRule {
    private static final String ENCODING = "spark.sql.streaming.stateStore.encodingFormat";
    private static final String CHECK = "spark.sql.streaming.unsupportedOperationCheck";

    /** What the checker calls each operator that it refuses; a limit it lets pass. */
    private static final Map<String, String> REFUSED = Map.of(
            OperatorName.AGGREGATION, "aggregation",
            OperatorName.SESSION_WINDOW, "aggregation",
            OperatorName.DEDUPLICATION, "dropDuplicates",
            OperatorName.DEDUPLICATION_WITHIN_WATERMARK, "dropDuplicatesWithinWatermark",
            OperatorName.JOIN, "join",
            OperatorName.MAP_GROUPS, "flatMapGroupsWithState",
            OperatorName.PANDAS_MAP_GROUPS, "applyInPandasWithState");

    private static final Advice AVRO = new Advice(
            "state in Avro is for transformWithState; with other operators that keep state the query is refused",
            "take " + ENCODING + " back to unsaferow");

    private final QueryDescription query;
    private final Storage checkpoint;

    StateEncodingRule(QueryDescription query, Storage checkpoint) {
        this.query = query;
        this.checkpoint = checkpoint;
    }

    /**
     * What is refused before {@code start()} returns.
     *
     * @throws UndecidedException when the description does not say which operators there are
     */
    Optional<Fault> atAnalysis() throws IOException {
        boolean isAvro =
                query.conf(ENCODING).orElse("").toLowerCase(Locale.ROOT).equals("avro");
        boolean isChecked = !query.conf(CHECK).orElse("true").equalsIgnoreCase("false");
        if (!isAvro || !isChecked) {
            return Optional.empty();
        }
        List<OperatorDescription> operators = query.operators();
        if (operators == null) {
            if (checkpoint.stat(Checkpoint.STATE).isPresent()) {
                throw unnamed();
            }
            return Optional.empty();
        }
        for (OperatorDescription operator : operators) {
            if (operator.name() == null) {
                throw unnamed();
            }
            String refused = REFUSED.get(operator.name());
            if (refused != null) {
                return Optional.of(new Fault(null, refusal(refused), AVRO));
            }
        }
        return Optional.empty();
    }

    private static UndecidedException unnamed() {
        return new UndecidedException("the query description does not name the operators that keep state, and "
                + ENCODING + "=avro lets a query start with transformWithState alone");
    }

    private static SparkError refusal(String operator) {
        return new SparkError(List.of(new SparkError.Cause(
                "org.apache.spark.sql.catalyst.ExtendedAnalysisException",
                "_LEGACY_ERROR_TEMP_3102",
                null,
                "State store encoding format as avro is not supported for operator=" + operator
                        + " used within the query;")));
    }
}
