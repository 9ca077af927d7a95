package dev.tidemark.format.parquet;

/**
 * What a stored value means.
 *
 * @param scale digits after the point of a {@link Kind#DECIMAL}, else 0
 * @param unitsPerSecond of a {@link Kind#TIMESTAMP} or {@link Kind#TIME}, else 0
 * @param isUtc whether a timestamp is an instant; otherwise it is a local time
 */
public record LogicalType(Kind kind, int scale, long unitsPerSecond, boolean isUtc) {
    /** The meanings that change how a value is shown. */
    public enum Kind {
        /** The stored value itself. */
        PLAIN,
        STRING,
        UUID,
        DECIMAL,
        DATE,
        TIME,
        TIMESTAMP,
        /** A whole number without sign. */
        UNSIGNED,
        LIST,
        MAP,
        /** A meaning that this reader does not know; shown as stored. */
        OTHER
    }

    /** No annotation. */
    public static final LogicalType PLAIN = of(Kind.PLAIN);

    static LogicalType of(Kind kind) {
        return new LogicalType(kind, 0, 0, false);
    }
}
