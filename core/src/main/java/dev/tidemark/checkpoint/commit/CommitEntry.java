package dev.tidemark.checkpoint.commit;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * A file of the commit log: a batch was finished.
 *
 * @param version of the file's format, 1 to 3
 * @param recordedNextWatermarkMs the watermark for the next batch, or null when the file does not say
 * @param stateUniqueIds since version 2, by operator id: for each partition the unique ids of its stores' state; null when
 *     the file has no such field
 * @param sinks since version 3, by name
 */
public record CommitEntry(
        int version,
        @Nullable Long recordedNextWatermarkMs,
        @Nullable Map<Long, List<List<String>>> stateUniqueIds,
        Map<String, SinkMetadata> sinks) {
    /** The newest format there is. */
    public static final int NEWEST_VERSION = 3;

    public CommitEntry {
        stateUniqueIds = stateUniqueIds == null ? null : Collections.unmodifiableMap(new TreeMap<>(stateUniqueIds));
        sinks = Map.copyOf(sinks);
    }

    /** The watermark for the next batch in epoch milliseconds as Spark takes it: 0 when the file does not say. */
    public long nextWatermarkMs() {
        return recordedNextWatermarkMs == null ? 0 : recordedNextWatermarkMs;
    }

    /** The same without the unique ids of state, which may be many. */
    public CommitEntry withoutStateIds() {
        return stateUniqueIds == null ? this : new CommitEntry(version, recordedNextWatermarkMs, Map.of(), sinks);
    }
}
