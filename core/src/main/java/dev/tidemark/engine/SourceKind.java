package dev.tidemark.engine;

import java.util.Locale;
import java.util.Set;

import dev.tidemark.query.SourceDescription;

/** What the engine knows of a source by its format. */
enum SourceKind {
    /** FileStreamSource: a V1 source that is asked for its last batch again at each start. */
    FILE(true),
    /** DeltaSource: a V1 source too. */
    DELTA(true),
    /** RateStreamProvider: V2, offsets are whole numbers. */
    RATE(false),
    /** RatePerMicroBatchProvider: V2. */
    RATE_MICRO_BATCH(false),
    /** KafkaMicroBatchStream: V2. */
    KAFKA(false),
    /** TextSocketSourceProvider: V2, offsets are whole numbers. */
    SOCKET(false),
    /** MemoryStream: V2, offsets are whole numbers. */
    MEMORY(false),
    /** Any other: nothing is known about its offsets. */
    OPAQUE(false);

    private static final Set<String> FILE_FORMATS =
            Set.of("json", "csv", "parquet", "orc", "text", "avro", "xml", "binaryfile");

    private final boolean isV1;

    SourceKind(boolean isV1) {
        this.isV1 = isV1;
    }

    static SourceKind of(SourceDescription source) {
        String format = source.format().toLowerCase(Locale.ROOT);
        if (FILE_FORMATS.contains(format)) {
            return FILE;
        }
        return switch (format) {
            case "delta" -> DELTA;
            case "rate" -> RATE;
            case "rate-micro-batch" -> RATE_MICRO_BATCH;
            case "kafka" -> KAFKA;
            case "socket" -> SOCKET;
            case "memory", "memorystream" -> MEMORY;
            default -> OPAQUE;
        };
    }

    /** Whether Spark calls its getBatch when a restart finds the newest batch committed. */
    boolean isV1() {
        return isV1;
    }
}
