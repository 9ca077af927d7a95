package dev.tidemark.checkpoint.offset;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The second line of an offset file. Authority: Spark 4.2 OffsetSeqMetadata and OffsetSeqMetadataV2.
 *
 * @param recordedWatermarkMs the event-time watermark this batch used, or null when the file does not say
 * @param recordedTimestampMs the processing time this batch used, or null when the file does not say
 * @param conf the pinned configurations in the order written
 * @param sourceMetadata by source id; empty below version 2
 * @param controlBatch null for a batch that moves data
 */
public record OffsetMetadata(
        @Nullable Long recordedWatermarkMs,
        @Nullable Long recordedTimestampMs,
        Map<String, String> conf,
        Map<String, SourceMetadata> sourceMetadata,
        @Nullable ControlBatch controlBatch) {
    public OffsetMetadata {
        conf = ConfMap.of(conf);
        sourceMetadata =
                sourceMetadata.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(sourceMetadata));
    }

    /** The watermark in epoch milliseconds as Spark takes it: 0 when the file does not say. */
    public long watermarkMs() {
        return recordedWatermarkMs == null ? 0 : recordedWatermarkMs;
    }

    /** The processing time in epoch milliseconds as Spark takes it: 0 when the file does not say. */
    public long timestampMs() {
        return recordedTimestampMs == null ? 0 : recordedTimestampMs;
    }

    /** The same with another map of configurations. */
    public OffsetMetadata withConf(Map<String, String> newConf) {
        return new OffsetMetadata(recordedWatermarkMs, recordedTimestampMs, newConf, sourceMetadata, controlBatch);
    }
}
