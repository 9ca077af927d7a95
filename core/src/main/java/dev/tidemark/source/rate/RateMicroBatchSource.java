package dev.tidemark.source.rate;

import java.util.Map;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import dev.tidemark.source.SourceUndecidedException;
import dev.tidemark.source.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * The rate-micro-batch source: so many rows a batch, and so much event time. Authority: Spark 4.1 RatePerMicroBatchProvider,
 * RatePerMicroBatchStream.
 */
public final class RateMicroBatchSource implements StreamSource {
    private static final String CONDITION = "MALFORMED_STATE_IN_RATE_PER_MICRO_BATCH_SOURCE";

    private final long rowsPerBatch;
    private final long startMs;
    private final long advanceMs;
    private final Naming naming;
    private boolean runsAvailableNow;
    private @Nullable String frozen;

    /** How ranges that run backwards are told. */
    public enum Naming {
        /** With an error condition, since Spark 4.1. */
        CONDITIONS,
        /** As failed assertions. */
        ASSERTIONS
    }

    /**
     * Creates the source.
     *
     * @throws SourceFailureException when its options are refused
     */
    public RateMicroBatchSource(Map<String, String> given, Naming naming) {
        RateOptions options = new RateOptions(given);
        this.rowsPerBatch = options.positive("rowsPerBatch", 0);
        options.positive("numPartitions", 1);
        this.startMs = options.notNegative("startTimestamp", 0);
        this.advanceMs = options.notNegative("advanceMillisPerBatch", 1_000);
        this.naming = naming;
    }

    /** A position: rows so far, and the event time they reach in epoch milliseconds. */
    private record Position(long offset, long timestampMs) {
        String json() {
            return JsonObject.builder()
                    .put("offset", offset)
                    .put("timestamp", timestampMs)
                    .build()
                    .toString();
        }
    }

    private Position position(@Nullable String json) {
        if (json == null) {
            return new Position(0, startMs);
        }
        SourceOffset read =
                SourceOffsetParser.parse(Location.of("offset"), json).value().orElse(null);
        if (read instanceof SourceOffset.RateMicroBatch position) {
            return new Position(position.offset(), position.timestampMs());
        }
        throw new SourceUndecidedException("the offset is none of a rate-micro-batch source: " + json);
    }

    @Override
    public void prepareForAvailableNow() {
        runsAvailableNow = true;
    }

    @Override
    public boolean neverEnds() {
        return !runsAvailableNow;
    }

    @Override
    public ReadLimit defaultReadLimit() {
        return new ReadLimit.MaxRows(rowsPerBatch);
    }

    /** One batch further, whatever the limit; under {@code AvailableNow} the first such place is the last. */
    @Override
    public String latestOffset(@Nullable String start, ReadLimit limit) {
        String known = frozen;
        if (known != null) {
            return known;
        }
        Position from = position(start);
        String next = new Position(from.offset() + rowsPerBatch, from.timestampMs() + advanceMs).json();
        if (runsAvailableNow) {
            frozen = next;
        }
        return next;
    }

    @Override
    public SourceBatch batch(@Nullable String start, String end) {
        Position from = position(start);
        Position until = position(end);
        if (from.offset() > until.offset()) {
            throw backwards("OFFSET", "startOffset", from.offset(), "endOffset", until.offset());
        }
        if (from.timestampMs() > until.timestampMs()) {
            throw backwards("TIMESTAMP", "startTimestamp", from.timestampMs(), "endTimestamp", until.timestampMs());
        }
        return new SourceBatch(null, until.offset() - from.offset(), from.timestampMs());
    }

    private SourceFailureException backwards(String what, String startName, long start, String endName, long end) {
        if (naming == Naming.ASSERTIONS) {
            return new SourceFailureException(SourceError.plain(
                    "java.lang.AssertionError",
                    "assertion failed: " + startName + "(" + start + ") > " + endName + "(" + end + ")"));
        }
        String noun = what.equals("OFFSET") ? "offset" : "timestamp";
        return new SourceFailureException(SourceError.conditioned(
                "org.apache.spark.SparkRuntimeException",
                CONDITION + ".INVALID_" + what,
                "22000",
                "Malformed state in RatePerMicroBatch source. The " + noun + " value is invalid: " + startName
                        + " should less than or equal to the " + endName + ", but " + startName + "(" + start + ") > "
                        + endName + "(" + end + ")."));
    }

    @Override
    public void commit(String end) {
        // nothing is kept
    }
}
