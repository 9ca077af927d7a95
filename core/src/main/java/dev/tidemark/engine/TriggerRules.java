package dev.tidemark.engine;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.engine.SourceChecks.Fault;
import dev.tidemark.query.Delay;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import org.jspecify.annotations.Nullable;

/**
 * What continuous processing and real-time mode refuse of a query. Authority: Spark 4.1 UnsupportedOperationChecker,
 * StreamingQueryManager, ContinuousExecution and MicroBatchExecution's logicalPlan, RealTimeModeAllowlist; as observed on 4.1.1.
 */
final class TriggerRules {
    private static final String REAL_TIME = "STREAMING_REAL_TIME_MODE.";
    private static final String REAL_TIME_LIMIT = "Streaming real-time mode has the following limitation: ";
    private static final String REAL_TIME_STATE = "0A000";
    private static final String ALLOWLIST_CHECK = "spark.sql.streaming.realTimeMode.allowlistCheck";
    private static final String SHORTEST_BATCH = "spark.sql.streaming.realTimeMode.minBatchDuration";
    private static final String SHORTEST_BY_DEFAULT = "5s";
    private static final Pattern TIME = Pattern.compile("(\\d{1,12})(ms|s|m|min)?");
    private static final String ILLEGAL_ARGUMENT = "org.apache.spark.SparkIllegalArgumentException";

    private static final Advice CONTINUOUS = new Advice(
            "continuous processing takes few sources (Kafka, rate, socket) and few sinks (Kafka, console, noop, memory), and"
                    + " nothing but maps and filters between them",
            "use a processing-time trigger");
    private static final Advice REAL_TIME_MODE = new Advice(
            "real-time mode takes few sources and sinks, and the update mode only", "use a processing-time trigger");

    private final QueryDescription query;
    private final SparkErrors errors;

    TriggerRules(QueryDescription query, SparkErrors errors) {
        this.query = query;
        this.errors = errors;
    }

    private String sinkFormat() {
        SinkDescription sink = query.sink();
        return sink == null ? "" : sink.format().toLowerCase(Locale.ROOT);
    }

    /** Whether the sink is written by Spark's older interface. */
    private boolean hasOldSink() {
        return switch (sinkFormat()) {
            case "delta", "parquet", "orc", "json", "csv", "text", "avro", "xml", "foreachbatch" -> true;
            default -> false;
        };
    }

    /** What is refused while the query is analysed, before anything is written. */
    Optional<Fault> atAnalysis() {
        if (query.trigger() instanceof Trigger.RealTime) {
            return realTimeAtAnalysis();
        }
        if (!(query.trigger() instanceof Trigger.Continuous) || hasOldSink()) {
            return Optional.empty();
        }
        for (SourceDescription source : query.sources()) {
            if (SourceKind.of(source).isV1()) {
                SparkError error = new SparkError(List.of(new SparkError.Cause(
                        "org.apache.spark.sql.catalyst.ExtendedAnalysisException",
                        "_LEGACY_ERROR_TEMP_3102",
                        null,
                        "Continuous processing does not support StreamingRelation operations.;")));
                return Optional.of(new Fault(null, error, CONTINUOUS));
            }
        }
        return Optional.empty();
    }

    private Optional<Fault> realTimeAtAnalysis() {
        String refused = classRefused(sinkFormat());
        if (refused != null && !isTrue(query.conf(ALLOWLIST_CHECK).orElse("true"))) {
            throw new UndecidedException("what becomes of the " + sinkFormat()
                    + " sink in real-time mode without the check of allowed sinks is not known here");
        }
        if (refused != null) {
            return Optional.of(realTime(
                    ILLEGAL_ARGUMENT,
                    "OPERATOR_OR_SINK_NOT_IN_ALLOWLIST",
                    "The sink(s): " + refused
                            + " is not in the sink allowlist for Real-Time Mode. To bypass this check, set "
                            + ALLOWLIST_CHECK
                            + " to false. By changing this, you agree to run the query at your own risk."));
        }
        Optional<Fault> tooShort = intervalTooShort(query.conf(SHORTEST_BATCH).orElse(SHORTEST_BY_DEFAULT));
        if (tooShort.isPresent()) {
            return tooShort;
        }
        SinkDescription sink = query.sink();
        if (sink != null && !sink.outputMode().equals("update")) {
            String mode = sink.outputMode().substring(0, 1).toUpperCase(Locale.ROOT)
                    + sink.outputMode().substring(1);
            return Optional.of(realTime(
                    "org.apache.spark.sql.AnalysisException",
                    "OUTPUT_MODE_NOT_SUPPORTED",
                    "The output mode " + mode
                            + " is not supported. To work around this limitation, set the output mode to"
                            + " Update. In the future, " + mode + " may be supported."));
        }
        if (new AsyncProgress(query).isOn()) {
            return Optional.of(realTime(
                    ILLEGAL_ARGUMENT,
                    "ASYNC_PROGRESS_TRACKING_NOT_SUPPORTED",
                    "Async progress tracking is not supported in real-time mode. Set option asyncProgressTrackingEnabled to"
                            + " false and retry your query."));
        }
        return Optional.empty();
    }

    private static boolean isTrue(String value) {
        return value.trim().equalsIgnoreCase("true");
    }

    /** The class of a sink that real-time mode does not take; null of one that it takes, or that nobody knows. */
    private static @Nullable String classRefused(String sinkFormat) {
        String sql = "org.apache.spark.sql.";
        return switch (sinkFormat) {
            case "noop" -> sql + "execution.datasources.noop.NoopTable$";
            case "memory" -> sql + "execution.streaming.sources.MemorySink";
            case "foreachbatch" -> sql + "execution.streaming.sources.ForeachBatchSink";
            case "delta" -> sql + "delta.sources.DeltaSink";
            case "parquet", "orc", "json", "csv", "text", "avro", "xml" ->
                sql + "execution.streaming.sinks.FileStreamSink";
            default -> null;
        };
    }

    /** Authority: Spark 4.2 StreamingQueryManager.createQuery. */
    private Optional<Fault> intervalTooShort(String shortest) {
        Matcher time = TIME.matcher(shortest.trim().toLowerCase(Locale.ROOT));
        String interval = ((Trigger.RealTime) query.trigger()).interval();
        OptionalLong intervalMs = interval == null ? OptionalLong.empty() : Delay.millis(interval);
        if (!time.matches() || intervalMs.isEmpty()) {
            return Optional.empty();
        }
        long shortestMs = Long.parseLong(time.group(1))
                * switch (String.valueOf(time.group(2))) {
                    case "s" -> 1_000;
                    case "m", "min" -> 60_000;
                    default -> 1;
                };
        if (intervalMs.getAsLong() >= shortestMs) {
            return Optional.empty();
        }
        SparkError error = errors.conditioned(
                ILLEGAL_ARGUMENT,
                "INVALID_STREAMING_REAL_TIME_MODE_TRIGGER_INTERVAL",
                "22023",
                "The real-time trigger interval is set to " + intervalMs.getAsLong() + " ms. This is less than the "
                        + shortestMs + " ms minimum specified by " + SHORTEST_BATCH + ".");
        return Optional.of(new Fault(
                null, error, new Advice("real-time mode has a shortest batch", "set the interval to " + shortest)));
    }

    private Fault realTime(String className, String condition, String text) {
        return new Fault(
                null,
                errors.conditioned(className, REAL_TIME + condition, REAL_TIME_STATE, REAL_TIME_LIMIT + text),
                REAL_TIME_MODE);
    }

    /** What is refused when the query has its metadata. */
    Optional<Fault> atStart() {
        if (!(query.trigger() instanceof Trigger.Continuous) || hasOldSink()) {
            return Optional.empty();
        }
        for (SourceDescription source : query.sources()) {
            if (SourceKind.of(source) == SourceKind.RATE_MICRO_BATCH) {
                SparkError error = new SparkError(List.of(new SparkError.Cause(
                        "org.apache.spark.SparkUnsupportedOperationException",
                        "_LEGACY_ERROR_TEMP_2253",
                        null,
                        "Data source rate-micro-batch does not support continuous processing.")));
                return Optional.of(new Fault(null, error, CONTINUOUS));
            }
        }
        return Optional.empty();
    }

    /** What is refused when the sources were made, by the query's own thread. */
    Optional<Fault> afterSources() {
        if (query.trigger() instanceof Trigger.Continuous continuous && hasOldSink()) {
            String text = continuous.interval() == null ? "0" : continuous.interval();
            OptionalLong intervalMs = Delay.millis(text);
            SparkError error = SparkError.plain(
                    "java.lang.IllegalStateException",
                    "Unknown type of trigger: ContinuousTrigger(" + intervalMs.orElse(0) + ")");
            return Optional.of(new Fault(null, error, CONTINUOUS));
        }
        return query.trigger() instanceof Trigger.RealTime ? refusedStream() : Optional.empty();
    }

    private Optional<Fault> refusedStream() {
        for (SourceDescription source : query.sources()) {
            String className = className(SourceKind.of(source));
            if (className != null) {
                return Optional.of(realTime(
                        ILLEGAL_ARGUMENT,
                        "INPUT_STREAM_NOT_SUPPORTED",
                        "The input stream " + className + " is not supported in Real-time Mode."));
            }
        }
        return Optional.empty();
    }

    private static @Nullable String className(SourceKind kind) {
        return switch (kind) {
            case FILE -> "org.apache.spark.sql.execution.streaming.runtime.FileStreamSource";
            case DELTA -> "org.apache.spark.sql.delta.sources.DeltaSource";
            case RATE_MICRO_BATCH -> "org.apache.spark.sql.execution.streaming.sources.RatePerMicroBatchStream";
            case RATE, KAFKA, SOCKET, MEMORY, OPAQUE -> null;
        };
    }
}
