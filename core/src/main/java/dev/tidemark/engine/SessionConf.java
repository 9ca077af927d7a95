package dev.tidemark.engine;

import java.util.Locale;

import dev.tidemark.query.QueryDescription;

/** The session that starts the query: the confs that the description sets and its Spark knows, over Spark's defaults. */
public final class SessionConf {
    static final String SHUFFLE_PARTITIONS = "spark.sql.shuffle.partitions";
    static final String SOURCE_EVOLUTION = "spark.sql.streaming.queryEvolution.enableSourceEvolution";
    static final String SINK_EVOLUTION = "spark.sql.streaming.queryEvolution.enableSinkEvolution";
    private static final String CHECKPOINT_FORMAT = "spark.sql.streaming.stateStore.checkpointFormatVersion";
    private static final String MIN_BATCHES = "spark.sql.streaming.minBatchesToRetain";
    private static final String VERIFY_METADATA = "spark.sql.streaming.checkpoint.verifyMetadataExists.enabled";
    private static final String VERIFY_EMPTY = "spark.sql.streaming.verifyCheckpointDirectoryEmptyOnStart";
    private static final String UNFINISHED_REPARTITION = "spark.sql.streaming.checkUnfinishedRepartitionOnRestart";
    private static final String OFFSET_FORMAT = "spark.sql.streaming.offsetLog.formatVersion";

    private final QueryDescription query;
    private final SparkBehaviour behaviour;

    SessionConf(QueryDescription query, SparkBehaviour behaviour) {
        this.query = query;
        this.behaviour = behaviour;
    }

    /** The value that is set, else Spark's default. */
    String value(PinnedKey key) {
        return query.conf(key.sessionKey())
                .or(() -> query.conf(key.recordedKey()))
                .orElse(key.sessionDefault());
    }

    /** Entries of each log that are kept behind the newest; Spark's default is 100. */
    public int minBatchesToRetain() {
        return whole(MIN_BATCHES, 100);
    }

    /** The version of the state stores' checkpoints and of the commit log; Spark's default is 1. */
    public int checkpointFormatVersion() {
        return behaviour.hasCheckpointFormats() ? whole(CHECKPOINT_FORMAT, 1) : 1;
    }

    /** The version of the offset log of a fresh query; Spark's default is 1. */
    public int offsetFormatVersion() {
        return behaviour.newestOffsetVersion() > 1 ? whole(OFFSET_FORMAT, 1) : 1;
    }

    boolean verifiesMetadata() {
        return truth(VERIFY_METADATA, true);
    }

    boolean verifiesEmptyCheckpoint() {
        return truth(VERIFY_EMPTY, true);
    }

    boolean checksUnfinishedRepartition() {
        return truth(UNFINISHED_REPARTITION, true);
    }

    boolean enforcesSourceNames() {
        return truth(SOURCE_EVOLUTION, false);
    }

    boolean enforcesSinkName() {
        return truth(SINK_EVOLUTION, false);
    }

    private int whole(String key, int fallback) {
        try {
            return query.conf(key).map(value -> Integer.parseInt(value.trim())).orElse(fallback);
        } catch (NumberFormatException notWhole) {
            return fallback;
        }
    }

    private boolean truth(String key, boolean fallback) {
        return query.conf(key)
                .map(value -> value.trim().toLowerCase(Locale.ROOT).equals("true"))
                .orElse(fallback);
    }
}
