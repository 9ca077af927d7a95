package dev.tidemark.source;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

import dev.tidemark.format.json.JsonValue;

/** A source's position as it stands in an offset log, typed where the shape of its JSON tells whose it is. */
public sealed interface SourceOffset {
    /** The position as JSON, every field of it. */
    JsonValue json();

    /**
     * The Delta source: a place in the table's log.
     *
     * @param reservoirId the table's id
     * @param reservoirVersion the table version
     * @param index of the last file taken in that version, or one of the sentinels
     * @param isInitialSnapshot whether it lies inside the first snapshot of the table; {@code isStartingVersion} in the JSON
     */
    record Delta(
            JsonValue json,
            long sourceVersion,
            String reservoirId,
            long reservoirVersion,
            long index,
            boolean isInitialSnapshot)
            implements SourceOffset {
        /** Before everything in a version, as source version 1 spells it. */
        public static final long BASE_INDEX_V1 = -1;

        /** Before everything in a version, since source version 3. */
        public static final long BASE_INDEX = -100;

        /** At a change of the table's schema, and past it; both since source version 3. */
        public static final long METADATA_CHANGE_INDEX = -20;

        public static final long POST_METADATA_CHANGE_INDEX = -19;

        /** Behind everything in a version; never written. */
        public static final long END_INDEX = Long.MAX_VALUE - 100;
    }

    /** The Kafka sources: for each partition of each topic the offset of the next record. */
    record Kafka(JsonValue json, NavigableMap<String, NavigableMap<Integer, Long>> topics) implements SourceOffset {
        public Kafka {
            NavigableMap<String, NavigableMap<Integer, Long>> copy = new TreeMap<>();
            topics.forEach((topic, partitions) ->
                    copy.put(topic, Collections.unmodifiableNavigableMap(new TreeMap<>(partitions))));
            topics = Collections.unmodifiableNavigableMap(copy);
        }
    }

    /** The file source: the newest entry of its own log that was taken. */
    record FileLog(JsonValue json, long logOffset) implements SourceOffset {}

    /** A whole number: seconds for the rate source, rows for memory and socket, a log entry for the file source of Spark 2.0. */
    record Whole(JsonValue json, long value) implements SourceOffset {}

    /** The rate-micro-batch source: rows so far, and the event time they reach in epoch milliseconds. */
    record RateMicroBatch(JsonValue json, long offset, long timestampMs) implements SourceOffset {}

    /** The rate source under a continuous trigger: a value and a time in epoch milliseconds for each partition. */
    record ContinuousRate(JsonValue json, NavigableMap<Integer, Long> values, NavigableMap<Integer, Long> runTimesMs)
            implements SourceOffset {
        public ContinuousRate {
            values = Collections.unmodifiableNavigableMap(new TreeMap<>(values));
            runTimesMs = Collections.unmodifiableNavigableMap(new TreeMap<>(runTimesMs));
        }
    }

    /** Sources read one after the other, which Spark 4.2 declares and does not write. */
    record SequentialUnion(JsonValue json, String activeSource, List<String> allSources, List<String> completedSources)
            implements SourceOffset {
        public SequentialUnion {
            allSources = List.copyOf(allSources);
            completedSources = List.copyOf(completedSources);
        }
    }

    /** Any other JSON, such as a connector of one's own writes. */
    record Opaque(JsonValue json) implements SourceOffset {}
}
