package dev.tidemark.checkpoint.offset;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The configurations that an offset file pins: a restart takes them from the newest file, not from the session. Where the
 * file lacks one, an older Spark wrote it, and what counts is {@link #fallback}. Authority: OffsetSeqMetadata of Spark 2.3 to
 * 4.2 (relevantSQLConfs, relevantSQLConfDefaultValues).
 */
public enum PinnedConf {
    SHUFFLE_PARTITIONS("spark.sql.shuffle.partitions", "2.2", null),
    STATE_STORE_PROVIDER("spark.sql.streaming.stateStore.providerClass", "2.3", null),
    MULTIPLE_WATERMARK_POLICY("spark.sql.streaming.multipleWatermarkPolicy", "2.4", "min"),
    MAP_GROUPS_STATE_FORMAT("spark.sql.streaming.flatMapGroupsWithState.stateFormatVersion", "2.4", "1"),
    AGGREGATION_STATE_FORMAT("spark.sql.streaming.aggregation.stateFormatVersion", "2.4", "1"),
    JOIN_STATE_FORMAT("spark.sql.streaming.join.stateFormatVersion", "3.0", "1"),
    STATE_STORE_CODEC("spark.sql.streaming.stateStore.compression.codec", "3.1", "lz4"),
    ROCKSDB_FORMAT("spark.sql.streaming.stateStore.rocksdb.formatVersion", "3.2", null),
    STRICT_DISTRIBUTION("spark.sql.streaming.statefulOperator.useStrictDistribution", "3.2", "false"),
    PRUNE_STREAMING_SUBPLAN("spark.sql.optimizer.pruneFiltersCanPruneStreamingSubplan", "3.5.5", "true"),
    STATE_ENCODING("spark.sql.streaming.stateStore.encodingFormat", "4.0", "unsaferow"),
    ROCKSDB_MERGE_OPERATOR("spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion", "4.2", "1"),
    STATE_ROW_CHECKSUM("spark.sql.streaming.stateStore.rowChecksum.enabled", "4.2", "false"),
    PROTOBUF_EXTENSIONS("spark.sql.function.protobufExtensions.enabled", "4.2", "false"),
    SOURCE_EVOLUTION("spark.sql.streaming.queryEvolution.enableSourceEvolution", "4.2", "false");

    /**
     * The name under which Spark 3.5.4 alone wrote {@link #PRUNE_STREAMING_SUBPLAN}; 3.5.5 to 4.0 still understand it, 4.1
     * and later do not.
     */
    public static final String MISNAMED_PRUNE_STREAMING_SUBPLAN =
            "spark.databricks.sql.optimizer.pruneFiltersCanPruneStreamingSubplan";

    private final String key;
    private final String since;
    private final @Nullable String fallback;

    PinnedConf(String key, String since, @Nullable String fallback) {
        this.key = key;
        this.since = since;
        this.fallback = fallback;
    }

    /** The configuration of a key, if that key is pinned. */
    public static Optional<PinnedConf> of(String key) {
        return Arrays.stream(values()).filter(conf -> conf.key.equals(key)).findFirst();
    }

    /** The configuration's key. */
    public String key() {
        return key;
    }

    /** The first Spark release that writes it. */
    public String since() {
        return since;
    }

    /** What a Spark that knows the key uses where the file lacks it; empty when the session's value counts. */
    public Optional<String> fallback() {
        return Optional.ofNullable(fallback);
    }

    /**
     * Which Spark wrote a set of pinned configurations, in words such as {@code 4.0 or 4.1}. A restart under another Spark
     * keeps the keys it finds, so this is the oldest that took part in writing them all.
     */
    public static Optional<String> writer(Map<String, String> conf) {
        if (conf.containsKey(MISNAMED_PRUNE_STREAMING_SUBPLAN)) {
            return Optional.of("3.5.4");
        }
        return Arrays.stream(values())
                .filter(pinned -> conf.containsKey(pinned.key))
                .reduce((older, newer) -> newer)
                .map(newest -> switch (newest.since) {
                    case "3.2" -> "3.2 to 3.5.3";
                    case "3.5.5" -> "3.5.5 or later 3.5";
                    case "4.0" -> "4.0 or 4.1";
                    default -> newest.since;
                });
    }
}
