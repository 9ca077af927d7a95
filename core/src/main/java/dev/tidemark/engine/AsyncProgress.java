package dev.tidemark.engine;

import java.util.Locale;
import java.util.Optional;

import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.Trigger;

/**
 * Async progress tracking: the logs are written beside the batches, and not for each of them. Authority: Spark 4.1
 * AsyncProgressTrackingMicroBatchExecution, AsyncOffsetSeqLog.
 */
final class AsyncProgress {
    private static final String ENABLED = "asyncProgressTrackingEnabled";
    private static final String INTERVAL = "asyncProgressTrackingCheckpointIntervalMs";
    private static final String UNCHECKED = "_asyncProgressTrackingOverrideSinkSupportCheck";
    private static final long DEFAULT_INTERVAL_MS = 1_000;

    private final QueryDescription query;
    private boolean wroteOffsets;

    AsyncProgress(QueryDescription query) {
        this.query = query;
    }

    /** Whether the query has it. */
    boolean isOn() {
        return isTrue(ENABLED);
    }

    private boolean isTrue(String option) {
        SinkDescription sink = query.sink();
        return sink != null
                && sink.option(option)
                        .filter(value -> value.trim().equalsIgnoreCase("true"))
                        .isPresent();
    }

    /** Why the query cannot start with it; empty when it can. Authority: validateAndGetTrigger. */
    Optional<String> refusal() {
        SinkDescription sink = query.sink();
        if (sink != null && !isTrue(UNCHECKED)) {
            String path = sink.path() == null ? "" : sink.path();
            String refused = switch (sink.format().toLowerCase(Locale.ROOT)) {
                case "noop", "console", "memory", "kafka" -> "";
                case "delta" -> "DeltaSink[" + path + "]";
                case "parquet", "orc", "json", "csv", "text", "avro", "xml" -> "FileSink[file:" + path + "]";
                case "foreachbatch" -> "ForeachBatchSink";
                case "foreach" -> "ForeachSink";
                default ->
                    throw new UndecidedException(
                            "whether the " + sink.format() + " sink allows async progress tracking is not known");
            };
            if (!refused.isEmpty()) {
                return Optional.of("Sink " + refused + " does not support async progress tracking");
            }
        }
        if (query.trigger() instanceof Trigger.Once) {
            return Optional.of("Async progress tracking cannot be used with Once trigger");
        }
        return query.trigger() instanceof Trigger.AvailableNow
                ? Optional.of("Async progress tracking cannot be used with AvailableNow trigger")
                : Optional.empty();
    }

    /**
     * Told that the offsets of a new batch are due. The first of a run are written; the next when the interval has passed.
     *
     * @throws UndecidedException when only a clock tells
     */
    void offsetsAreDue(long batchId) {
        if (wroteOffsets && intervalMs() > 0) {
            throw new UndecidedException("async progress tracking writes the logs every " + intervalMs()
                    + " ms: whether batch " + batchId + " gets an entry depends on how long the batches take. A restart"
                    + " repeats what came behind the newest entry, as one batch");
        }
        wroteOffsets = true;
    }

    private long intervalMs() {
        SinkDescription sink = query.sink();
        return sink == null
                ? DEFAULT_INTERVAL_MS
                : sink.option(INTERVAL)
                        .filter(value -> value.trim().matches("\\d{1,18}"))
                        .map(value -> Long.parseLong(value.trim()))
                        .orElse(DEFAULT_INTERVAL_MS);
    }
}
