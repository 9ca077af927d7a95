package dev.tidemark.state.stats;

import java.util.Optional;

import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.OperatorName;
import org.jspecify.annotations.Nullable;

/**
 * The moment from which an operator drops a row, where the row tells it. Spark 4.2: WatermarkSupport.watermarkExpression,
 * StreamingDeduplicateWithinWatermarkExec, TTLState, TimerStateImpl.
 *
 * <p>Rows of a stream-stream join live as long as the join's condition says, which no file holds; those of
 * flatMapGroupsWithState until the user's function removes them.
 *
 * @param inKey whether the column is in the key
 * @param ordinal of the column
 * @param inner ordinal inside the column when it is a struct, or {@link #NONE}
 * @param clock what the moment is held against
 * @param perMs units of the column in a millisecond
 */
record Expiry(boolean inKey, int ordinal, int inner, Clock clock, long perMs) {
    static final int NONE = -1;

    private static final String WATERMARK_DELAY = "spark.watermarkDelayMs";
    private static final String WINDOW_END = "end";
    private static final String EXPIRES_AT = "expiresAtMicros";
    private static final String TTL = "ttlExpirationMs";
    private static final String TIMER = "expiryTimestampMs";
    private static final long MICROS_PER_MS = 1000;

    /** A time to live that was not set. */
    private static final long UNSET = -1;

    /** What moments are held against. */
    enum Clock {
        WATERMARK,
        BATCH_TIME
    }

    /** When rows of a column family expire, or empty when they do not tell. */
    static Optional<Expiry> of(String operatorName, ColumnFamilySchema family) {
        return switch (operatorName) {
            case OperatorName.AGGREGATION, OperatorName.DEDUPLICATION -> watermarked(true, family.key());
            case OperatorName.SESSION_WINDOW -> watermarked(false, family.value());
            case OperatorName.DEDUPLICATION_WITHIN_WATERMARK ->
                column(false, family.value(), EXPIRES_AT, Clock.WATERMARK, MICROS_PER_MS);
            default -> OperatorName.isTransformWithState(operatorName) ? variable(family) : Optional.empty();
        };
    }

    private static Optional<Expiry> variable(ColumnFamilySchema family) {
        if (family.name().startsWith("$")) {
            boolean isEventTimer = family.name().startsWith("$eventTimers_keyToTimestamp");
            boolean isTimer = isEventTimer || family.name().startsWith("$procTimers_keyToTimestamp");
            return isTimer
                    ? column(true, family.key(), TIMER, isEventTimer ? Clock.WATERMARK : Clock.BATCH_TIME, 1)
                    : Optional.empty();
        }
        return column(false, family.value(), TTL, Clock.BATCH_TIME, 1);
    }

    private static Optional<Expiry> column(boolean inKey, StructSchema schema, String name, Clock clock, long perMs) {
        return schema.ordinalOf(name).stream()
                .mapToObj(ordinal -> new Expiry(inKey, ordinal, NONE, clock, perMs))
                .findFirst();
    }

    /** The first column that carries a watermark; of a window its end. */
    private static Optional<Expiry> watermarked(boolean inKey, StructSchema schema) {
        for (int i = 0; i < schema.size(); i++) {
            StructSchema.Field field = schema.field(i);
            if (field.metadata().find(WATERMARK_DELAY).isEmpty()) {
                continue;
            }
            if (field.type() instanceof StructSchema window) {
                int ordinal = i;
                return window.ordinalOf(WINDOW_END).stream()
                        .mapToObj(end -> new Expiry(inKey, ordinal, end, Clock.WATERMARK, MICROS_PER_MS))
                        .findFirst();
            }
            if (field.type() == SparkType.Simple.TIMESTAMP || field.type() == SparkType.Simple.TIMESTAMP_NTZ) {
                return Optional.of(new Expiry(inKey, i, NONE, Clock.WATERMARK, MICROS_PER_MS));
            }
        }
        return Optional.empty();
    }

    /** Whether a row is to go at that moment; never where it holds no moment. */
    boolean isDue(Values key, Values value, long momentMs, ColumnFamilySchema family) {
        Values row = inKey ? key : value;
        if (row.isNull(ordinal)) {
            return false;
        }
        long at;
        if (inner == NONE) {
            at = row.wholeAt(ordinal, Long.BYTES);
        } else {
            StructSchema window = (StructSchema)
                    (inKey ? family.key() : family.value()).field(ordinal).type();
            Values nested = row.structAt(ordinal, window.size());
            if (nested.isNull(inner)) {
                return false;
            }
            at = nested.wholeAt(inner, Long.BYTES);
        }
        return at != UNSET && at <= momentMs * perMs;
    }

    /** The moment of a clock, or null when it is not known. */
    @Nullable
    Long moment(@Nullable Long watermarkMs, @Nullable Long batchTimeMs) {
        return clock == Clock.WATERMARK ? watermarkMs : batchTimeMs;
    }
}
