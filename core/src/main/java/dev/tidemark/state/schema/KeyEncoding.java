package dev.tidemark.state.schema;

import java.util.List;

/** How the key columns become stored bytes. Spark 4.2: KeyStateEncoderSpec. HDFS-backed stores always store one row. */
public sealed interface KeyEncoding {
    /** One row of all columns. */
    enum Whole implements KeyEncoding {
        WHOLE
    }

    /** The first columns as one row, the others as another. */
    record Prefix(int columns) implements KeyEncoding {}

    /** The columns at these ordinals as bytes that sort as their values do, then the others as a row. */
    record Range(List<Integer> ordinals) implements KeyEncoding {
        public Range {
            ordinals = List.copyOf(ordinals);
        }
    }

    /** The event time first, then the other columns as a row (Spark 4.2). */
    enum TimestampFirst implements KeyEncoding {
        TIMESTAMP_FIRST
    }

    /** The other columns as a row, then the event time (Spark 4.2). */
    enum TimestampLast implements KeyEncoding {
        TIMESTAMP_LAST
    }
}
