package dev.tidemark.compat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * What of a query matters to its checkpoint, as far as one kind of witness tells it: a checkpoint, a description, or both.
 * What is null was not told.
 *
 * @param sources one for each occurrence in the plan; null when not told
 * @param operators the stateful ones; null when not told, empty when there are none
 * @param confs recorded in a checkpoint, or set by a description
 * @param sink null when not told
 */
public record QueryShape(
        @Nullable List<SourceShape> sources,
        @Nullable List<OperatorShape> operators,
        Map<String, String> confs,
        @Nullable SinkShape sink) {
    /**
     * One source.
     *
     * @param name with which it outlives a change of the query (Spark 4.2); null when it has none
     * @param place the directory or table; null when not told
     * @param topics of Kafka; null when not told, or when they are found by a pattern
     * @param options null when not told
     */
    public record SourceShape(
            @Nullable String name,
            OffsetKind kind,
            @Nullable String place,
            @Nullable List<String> topics,
            @Nullable Map<String, String> options,
            @Nullable WatermarkShape watermark) {
        /** In words. */
        String text() {
            if (place != null) {
                return kind.word() + " source at " + place;
            }
            return topics == null ? kind.word() + " source" : "Kafka source of " + String.join(", ", topics);
        }
    }

    /** A watermark; the column is null when not told. */
    public record WatermarkShape(@Nullable String column, long delayMs) {}

    /** What writes a source's offsets: two sources of one kind can read each other's. */
    public enum OffsetKind {
        DELTA("Delta"),
        KAFKA("Kafka"),
        FILES("file"),
        RATE_MICRO_BATCH("rate-micro-batch"),
        WHOLE_NUMBER("rate, socket or memory"),
        /** Any other format. */
        OTHER("other"),
        /** Not told: the source has not begun, or its offset cannot be read. */
        UNKNOWN("unknown");

        private final String word;

        OffsetKind(String word) {
            this.word = word;
        }

        /** For people. */
        public String word() {
            return word;
        }
    }

    /**
     * One stateful operator.
     *
     * @param name as Spark's operator metadata has it; null when not told
     * @param partitions null when not told
     * @param stores by name; empty when not told
     * @param properties what transformWithState keeps about itself; empty for others
     */
    public record OperatorShape(
            long operatorId,
            @Nullable String name,
            @Nullable Integer partitions,
            Map<String, StoreShape> stores,
            JsonObject properties) {
        public OperatorShape {
            stores = Collections.unmodifiableMap(new TreeMap<>(stores));
        }

        /** Name and number. */
        String text() {
            return (name == null ? "operator " : name + ", operator ") + operatorId;
        }
    }

    /**
     * One store.
     *
     * @param families by name; a store without column families has one, {@code default}
     */
    public record StoreShape(Map<String, FamilyShape> families) {
        public StoreShape {
            families = Collections.unmodifiableMap(new TreeMap<>(families));
        }
    }

    /** Key and value; null when not told. */
    public record FamilyShape(
            @Nullable StructSchema key, @Nullable StructSchema value) {}

    /** The sink; what is null was not told. */
    public record SinkShape(
            @Nullable String name,
            @Nullable String format,
            @Nullable String place,
            @Nullable String outputMode) {}

    public QueryShape {
        sources = sources == null ? null : List.copyOf(sources);
        operators = operators == null ? null : List.copyOf(operators);
        confs = Collections.unmodifiableMap(new TreeMap<>(confs));
    }
}
