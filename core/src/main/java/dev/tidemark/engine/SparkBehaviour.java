package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What differs between the versions of Spark, as named facts. Code asks for the fact, never for the version. Known are 3.5 to
 * 4.2; each fact names the place in Spark that decides it.
 */
public final class SparkBehaviour {
    private final SparkVersion version;

    private SparkBehaviour(SparkVersion version) {
        this.version = version;
    }

    /** The facts of a version. */
    public static SparkBehaviour of(SparkVersion version) {
        return new SparkBehaviour(version);
    }

    /** The version itself, for display. */
    public SparkVersion version() {
        return version;
    }

    /** Which versions of {@code commits/N} a reader takes. */
    public enum CommitVersions {
        /** Version 1 only. Spark 3.5: CommitLog.VERSION. */
        ONE,
        /** The one that the session's checkpointFormatVersion names. Spark 4.0, 4.1: validateVersionExactMatch. */
        SAME_AS_SESSION,
        /** 1 to 3. Spark 4.2: CommitLog.readCommitMetadata. */
        UP_TO_THREE
    }

    /** Which versions of {@code commits/N} a reader takes. */
    public CommitVersions commitVersions() {
        if (version.isAtLeast(4, 2)) {
            return CommitVersions.UP_TO_THREE;
        }
        return version.isAtLeast(4, 0) ? CommitVersions.SAME_AS_SESSION : CommitVersions.ONE;
    }

    /**
     * Stores of state and commits have a choice of formats. Spark 4.0: SQLConf.STATE_STORE_CHECKPOINT_FORMAT_VERSION. Before,
     * the conf means nothing.
     */
    public boolean hasCheckpointFormats() {
        return version.isAtLeast(4, 0);
    }

    /** The newest format of {@code offsets/N} that is read: OffsetSeqLog.VERSION, since 4.2 MAX_VERSION. */
    public int newestOffsetVersion() {
        return version.isAtLeast(4, 2) ? 2 : 1;
    }

    /**
     * A missing {@code metadata} beside logs with entries is refused, unless the session says otherwise. Spark 4.2:
     * StreamingQueryCheckpointMetadata.streamMetadata. Before, a new query id is written in silence.
     */
    public boolean refusesLogsWithoutMetadata() {
        return version.isAtLeast(4, 2);
    }

    /**
     * The newest offsets entry is read before the sources are made. Spark 4.2: MicroBatchExecution.logicalPlan
     * (initialLatestOffsetSeq).
     */
    public boolean readsOffsetsBeforeSources() {
        return version.isAtLeast(4, 2);
    }

    /**
     * Both logs' newest entries are read before anything is made of them. Spark 4.1:
     * MicroBatchExecution.initializeExecution. Before, commits are read last.
     */
    public boolean readsCommitsFirst() {
        return version.isAtLeast(4, 1);
    }

    /** An uncommitted batch is compared with the one before it. Spark 4.2: checkUnfinishedRepartitionBatch. */
    public boolean looksForUnfinishedRepartition() {
        return version.isAtLeast(4, 2);
    }

    /** No offsets beside commits is a failed assertion. Spark 4.2: MicroBatchExecution.initializeExecution. */
    public boolean assertsNoCommitsWithoutOffsets() {
        return version.isAtLeast(4, 2);
    }

    /** A fresh start wants offsets, state and commits empty. Spark 4.1: MicroBatchExecution.verifyNewCheckpointDirectory. */
    public boolean wantsFreshCheckpointEmpty() {
        return version.isAtLeast(4, 1);
    }

    /** Real-time mode exists, and deletes uncommitted offsets at the start. Spark 4.1: initializeExecution. */
    public boolean hasRealTimeMode() {
        return version.isAtLeast(4, 1);
    }

    /** Options of file sources that this Spark passes over. Spark 4.0: FileStreamOptions knows them. */
    public List<String> fileOptionsUnknown() {
        return version.isAtLeast(4, 0)
                ? List.of()
                : List.of("maxBytesPerTrigger", "maxCachedFiles", "discardCachedInputRatio");
    }

    /** State can be kept in Avro, by transformWithState alone. Spark 4.0: checkSupportedStoreEncodingFormats. */
    public boolean encodesStateInAvro() {
        return version.isAtLeast(4, 0);
    }

    /** Sources and sinks can have names that outlive a change of the query. Spark 4.2: enableSourceEvolution. */
    public boolean hasQueryEvolution() {
        return version.isAtLeast(4, 2);
    }

    /**
     * After an uncommitted batch in which a source has no offset, the source starts at its beginning. Spark 4.0:
     * MicroBatchExecutionContext, whose start is the end of the one before. Before, it is asked what comes first
     * (getStartOffset), which is read from where the batch before ended: nothing is, and then all that follows once more.
     */
    public boolean startsVoidSourcesOver() {
        return version.isAtLeast(4, 0);
    }

    /**
     * The refusal of checkpoint format 2 by the HDFS-backed provider is an error condition. Spark 4.1:
     * HDFSBackedStateStoreProvider.init. Spark 4.0 asserts there.
     */
    public boolean namesUnsupportedCheckpointIds() {
        return version.isAtLeast(4, 1);
    }

    /** {@code AvailableNow} over a source that does not support it runs a single batch. Spark 4.0: getTrigger. */
    public boolean availableNowFallsBackToOneBatch() {
        return version.isAtLeast(4, 0);
    }

    /** Lost data of Kafka are error conditions. Spark 4.0: KafkaExceptions. */
    public boolean namesKafkaLosses() {
        return version.isAtLeast(4, 0);
    }

    /**
     * A Kafka batch that runs again is committed, and then the query dies over its progress: the source has not been asked for
     * offsets yet. Spark 4.1.0 to 4.1.2: KafkaMicroBatchStream.metrics.
     */
    public boolean kafkaReplayDiesOfItsProgress() {
        return version.isAtLeast(4, 1) && version.compareTo(new SparkVersion(4, 1, 3)) < 0;
    }

    /** Ranges of a rate-micro-batch source that run backwards are error conditions. Spark 4.1: RatePerMicroBatchStream. */
    public boolean namesRateMicroBatchFaults() {
        return version.isAtLeast(4, 1);
    }

    /** The package of MicroBatchExecution and its neighbours, as class names in messages show it. */
    public String runtimePackage() {
        return "org.apache.spark.sql.execution.streaming" + (version.isAtLeast(4, 1) ? ".runtime" : "");
    }

    /** A needed file of a compactible log that is gone is a FileNotFoundException. Spark 4.2: CompactibleFileStreamLog. */
    public boolean lostSourceEntryIsFileNotFound() {
        return version.isAtLeast(4, 2);
    }

    /** The package of OffsetSeqMetadata, CommitMetadata and their neighbours, as class names in messages show it. */
    public String logPackage() {
        return "org.apache.spark.sql.execution.streaming" + (version.isAtLeast(4, 1) ? ".checkpointing" : "");
    }

    /** Commits can hold ids of state, which a restart takes at once. Spark 4.0: CommitMetadata.stateUniqueIds. */
    public boolean takesStateIdsFromCommits() {
        return version.isAtLeast(4, 0);
    }

    /**
     * Ids of state in a commit of version 1 are a field like any other that is not known. Spark 4.2: CommitMetadata, which has
     * them no more; Spark 3.5 has them not yet.
     */
    public boolean ignoresStateIdsOfFirstVersion() {
        return version.isAtLeast(4, 2) || !takesStateIdsFromCommits();
    }

    /**
     * Progress counts the rows of each scan that knows its source. Spark 4.0: ProgressReporter, StreamSourceAwareSparkPlan;
     * before, scans were told apart by their position in the plan, and by nothing once the optimizer had dropped one.
     */
    public boolean countsRowsOfEachScan() {
        return version.isAtLeast(4, 0);
    }

    /** A restarted stateful query wants the directory of its state. Spark 4.2: IncrementalExecution.checkOperatorValidWithMetadata. */
    public boolean wantsStateDirectory() {
        return version.isAtLeast(4, 2);
    }

    /**
     * Names and schemas of stateful operators are compared on the driver. Spark 4.0: IncrementalExecution. Before, the task of
     * the first partition compares schemas (StateStore.getStateStoreProvider), and another may trip over its rows sooner.
     */
    public boolean checksOperatorsOnDriver() {
        return version.isAtLeast(4, 0);
    }

    /** Faults of state files are error conditions. Spark 4.0: QueryExecutionErrors.cannotLoadStore. */
    public boolean namesStateFaults() {
        return version.isAtLeast(4, 0);
    }

    /**
     * The HDFS-backed provider calls itself by the ids of its store and run. Spark 4.1: HDFSBackedStateStoreProvider.toString.
     * Before, by operator, partition and directory.
     */
    public boolean namesStoresById() {
        return version.isAtLeast(4, 1);
    }

    /**
     * A value that a join's count of values names and that is not there is an error condition. Spark 4.2:
     * SymmetricHashJoinStateManager.handleNullValuePair. Before, a NullPointerException.
     */
    public boolean namesJoinHoles() {
        return version.isAtLeast(4, 2);
    }

    /**
     * The schema of a join's state is written in the version that its state format names, and there is none for format 1.
     * Spark 4.1: IncrementalExecution.StateSchemaAndOperatorMetadataRule.
     */
    public boolean writesJoinSchemasByFormat() {
        return version.isAtLeast(4, 1);
    }

    /** A data file that is gone is an error condition. Spark 4.0: QueryExecutionErrors.fileNotExistError. */
    public boolean namesUnreadableFiles() {
        return version.isAtLeast(4, 0);
    }

    /** Messages end in {@code SQLSTATE: ...}. Spark 4.0: SparkThrowableHelper.getMessage. */
    public boolean messagesNameSqlState() {
        return version.isAtLeast(4, 0);
    }

    /** Faults of log versions are error conditions. Spark 4.0: QueryExecutionErrors.logVersionGreaterThanSupported. */
    public boolean logVersionFaultsAreConditions() {
        return version.isAtLeast(4, 0);
    }

    /** Refused conf values are error conditions. Spark 4.1: ConfigHelpers.configRequirementError. */
    public boolean confFaultsAreConditions() {
        return version.isAtLeast(4, 1);
    }

    /**
     * A recorded {@code spark.sql.shuffle.partitions} pins stateful operators only. Spark 4.1:
     * OffsetSeqMetadata.rebindSQLConfsSessionToOffsetLog.
     */
    public boolean pinsPartitionsOfStatefulOperatorsOnly() {
        return version.isAtLeast(4, 1);
    }

    /**
     * A prune-filters conf under the name that 3.5.4 wrote is taken. Spark 3.5.5 to 4.0: OffsetSeqMetadata.setSessionConf
     * (SPARK-51187).
     */
    public boolean takesMisnamedPruneFilters() {
        return !version.isAtLeast(4, 1) && version.compareTo(new SparkVersion(3, 5, 5)) >= 0;
    }

    /** The confs that the offset log pins, in the order in which they are set: OffsetSeqMetadata.relevantSQLConfs. */
    public List<PinnedKey> pinnedKeys() {
        List<PinnedKey> keys = new ArrayList<>();
        if (!pinsPartitionsOfStatefulOperatorsOnly()) {
            keys.add(PinnedKey.session(
                    "spark.sql.shuffle.partitions",
                    "200",
                    ConfCheck.Whole.positive("The value of spark.sql.shuffle.partitions must be positive")));
        }
        keys.add(PinnedKey.session(
                "spark.sql.streaming.stateStore.providerClass",
                "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider",
                ConfCheck.ANY));
        keys.add(PinnedKey.fallback(
                "spark.sql.streaming.multipleWatermarkPolicy",
                "min",
                "min",
                new ConfCheck.Word(
                        Set.of("min", "max"),
                        "Invalid value for 'spark.sql.streaming.multipleWatermarkPolicy'."
                                + " Valid values are 'min' and 'max'")));
        keys.add(formatVersion("spark.sql.streaming.flatMapGroupsWithState.stateFormatVersion", 2));
        keys.add(formatVersion("spark.sql.streaming.aggregation.stateFormatVersion", 2));
        keys.add(formatVersion("spark.sql.streaming.join.stateFormatVersion", newestJoinFormat()));
        keys.add(PinnedKey.fallback("spark.sql.streaming.stateStore.compression.codec", "lz4", "lz4", ConfCheck.ANY));
        keys.add(PinnedKey.session(
                "spark.sql.streaming.stateStore.rocksdb.formatVersion",
                "5",
                ConfCheck.Whole.atLeast(0, "Must not be negative")));
        if (version.isAtLeast(4, 2)) {
            keys.add(PinnedKey.fallback(
                    "spark.sql.streaming.stateStore.rocksdb.mergeOperatorVersion",
                    "2",
                    "1",
                    ConfCheck.Whole.oneOf(1, 2, "Must be 1 or 2")));
        }
        keys.add(truth("spark.sql.streaming.statefulOperator.useStrictDistribution", "true", "false"));
        if (version.compareTo(new SparkVersion(3, 5, 5)) >= 0) {
            keys.add(truth(PinnedKey.PRUNE_FILTERS, "false", "true"));
        } else if (version.equals(new SparkVersion(3, 5, 4))) {
            keys.add(truth(PinnedKey.PRUNE_FILTERS_OF_3_5_4, "false", "true"));
        }
        if (version.isAtLeast(4, 0)) {
            keys.add(PinnedKey.fallback(
                    "spark.sql.streaming.stateStore.encodingFormat",
                    "unsaferow",
                    "unsaferow",
                    new ConfCheck.Word(Set.of("unsaferow", "avro"), "Valid values are 'unsaferow' and 'avro'")));
        }
        if (version.isAtLeast(4, 2)) {
            keys.add(truth("spark.sql.streaming.stateStore.rowChecksum.enabled", "false", "false"));
            keys.add(truth("spark.sql.function.protobufExtensions.enabled", "false", "false"));
            keys.add(truth(SessionConf.SOURCE_EVOLUTION, "false", "false"));
        }
        if (pinsPartitionsOfStatefulOperatorsOnly()) {
            keys.add(new PinnedKey(
                    SessionConf.SHUFFLE_PARTITIONS,
                    "spark.sql.streaming.internal.stateStore.partitions",
                    "200",
                    null,
                    ConfCheck.Whole.positive("The value of spark.sql.streaming.internal.stateStore.partitions must be a"
                            + " positive integer.")));
        }
        return List.copyOf(keys);
    }

    /** The newest state format of joins: SQLConf.STREAMING_JOIN_STATE_FORMAT_VERSION. */
    public int newestJoinFormat() {
        if (version.isAtLeast(4, 2)) {
            return 4;
        }
        return version.isAtLeast(4, 1) ? 3 : 2;
    }

    private static PinnedKey truth(String key, String sessionDefault, String fallback) {
        return PinnedKey.fallback(key, sessionDefault, fallback, ConfCheck.TRUTH);
    }

    private static PinnedKey formatVersion(String key, int newest) {
        String valid = switch (newest) {
            case 2 -> "Valid versions are 1 and 2";
            case 3 -> "Valid versions are 1, 2, and 3";
            default -> "Valid versions are 1, 2, 3, and 4";
        };
        return PinnedKey.fallback(key, "2", "1", ConfCheck.Whole.oneOf(1, newest, valid));
    }
}
