package dev.tidemark.engine;

import java.util.List;
import java.util.Locale;
import java.util.UUID;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.engine.SparkError.Cause;
import dev.tidemark.evidence.DamageKind;
import org.jspecify.annotations.Nullable;

/** The exceptions that Spark throws over a checkpoint: one factory for each situation, in the words of the version. */
final class SparkErrors {
    private static final String ILLEGAL_STATE = "java.lang.IllegalStateException";
    private static final String ILLEGAL_ARGUMENT = "java.lang.IllegalArgumentException";
    private static final String ASSERTION = "java.lang.AssertionError";
    private static final String NO_SUCH_ELEMENT = "java.util.NoSuchElementException";
    private static final String NUMBER_FORMAT = "java.lang.NumberFormatException";
    private static final String FILE_NOT_FOUND = "java.io.FileNotFoundException";
    private static final String SPARK = "org.apache.spark.SparkException";
    private static final String SPARK_RUNTIME = "org.apache.spark.SparkRuntimeException";
    private static final String SPARK_ILLEGAL_STATE = "org.apache.spark.SparkIllegalStateException";
    private static final String SPARK_ILLEGAL_ARGUMENT = "org.apache.spark.SparkIllegalArgumentException";
    private static final String ANALYSIS = "org.apache.spark.sql.AnalysisException";
    private static final String QUERY_FAILED = "org.apache.spark.sql.streaming.StreamingQueryException";

    private final SparkBehaviour behaviour;
    private final String checkpoint;

    /** @param checkpoint the checkpoint's place as Spark prints it */
    SparkErrors(SparkBehaviour behaviour, String checkpoint) {
        this.behaviour = behaviour;
        this.checkpoint = checkpoint;
    }

    /** What reaches the user of a query whose thread died: StreamExecution.runStream wraps the cause. */
    SparkError queryFailed(SparkError cause, @Nullable String queryId) {
        String id = queryId == null ? "chosen at the start" : queryId;
        String message = "Query [id = " + id + ", runId = chosen at the start] terminated with exception: "
                + cause.causes().get(0).message();
        return cause.within(condition(QUERY_FAILED, "STREAM_FAILED", laterState("XXKST"), message));
    }

    /** Logs with entries, and no metadata. Spark 4.2: StreamingErrors.missingMetadataFile. */
    SparkError metadataMissing() {
        return single(condition(
                SPARK_RUNTIME,
                "STREAMING_CHECKPOINT_MISSING_METADATA_FILE",
                "42K03",
                "Checkpoint location " + checkpoint + " is in an inconsistent state: the metadata file is missing but"
                        + " offset and/or commit logs contain data. Please restore the metadata file or create a new"
                        + " checkpoint directory."));
    }

    /** What the reader of {@code metadata}, of an offsets or of a commits entry trips over, before any wrapping. */
    SparkError flaw(LogFlaw flaw, LogKind log) {
        if (flaw instanceof LogFlaw.NotUtf8) {
            return SparkError.plain("java.nio.charset.MalformedInputException", "Input length = 1");
        } else if (flaw instanceof LogFlaw.NoLines) {
            return SparkError.plain(ILLEGAL_STATE, log.incomplete());
        } else if (flaw instanceof LogFlaw.BadVersionLine bad) {
            return malformedVersion(bad.line());
        } else if (flaw instanceof LogFlaw.UnknownVersion unknown) {
            return versionTooNew(unknown.version(), unknown.newestKnown());
        } else if (flaw instanceof LogFlaw.NoMetadataLine) {
            return SparkError.plain(NO_SUCH_ELEMENT, "next on empty iterator");
        } else if (flaw instanceof LogFlaw.MetadataRequired) {
            return SparkError.plain(ILLEGAL_STATE, "VERSION_2 offset log requires metadata");
        } else if (flaw instanceof LogFlaw.NotJson notJson) {
            return notJson(notJson.kind(), notJson.message());
        } else if (flaw instanceof LogFlaw.WrongShape wrong) {
            return Json4s.unusable(wrong.field(), wrong.found());
        } else if (flaw instanceof LogFlaw.BadMapLine bad) {
            return SparkError.plain(ILLEGAL_STATE, "Invalid OffsetMap format: " + bad.line());
        } else if (flaw instanceof LogFlaw.RequirementFailed failed) {
            return Json4s.constructorThrew(requirement(failed.requirement()));
        } else if (flaw instanceof LogFlaw.BadUuid bad) {
            return badUuid(bad.text());
        } else if (flaw instanceof LogFlaw.BadOperatorId bad) {
            return SparkError.plain("java.lang.NumberFormatException", "For input string: \"" + bad.text() + "\"")
                    .within(new Cause("org.json4s.MappingException", null, null, "unknown error"));
        }
        throw new IllegalStateException("a flaw without an error: " + flaw);
    }

    private static SparkError badUuid(String text) {
        try {
            return SparkError.plain(ILLEGAL_ARGUMENT, "Invalid UUID string: " + UUID.fromString(text));
        } catch (IllegalArgumentException refused) {
            return SparkError.plain(refused.getClass().getName(), String.valueOf(refused.getMessage()));
        }
    }

    /** An exception of an entry's reader as HDFSMetadataLog.applyFnToBatchByStream passes it on. */
    SparkError whileReading(String path, SparkError cause) {
        return whileReadingFile(checkpoint + "/" + path, cause);
    }

    /** The same of a file anywhere. */
    SparkError whileReadingFile(String file, SparkError cause) {
        Cause first = cause.causes().get(0);
        boolean isIllegalState =
                first.className().equals(ILLEGAL_STATE) || first.className().equals(SPARK_ILLEGAL_STATE);
        return isIllegalState
                ? cause.within(new Cause(
                        ILLEGAL_STATE, null, null, "Failed to read log file " + file + ". " + first.message()))
                : cause;
    }

    /** A {@code metadata} that says null. StreamExecution.id asks it. */
    SparkError nullMetadata() {
        String runtime = behaviour.runtimePackage() + ".";
        return nullPointer(
                runtime + "StreamMetadata.id()",
                "the return value of \"" + runtime + "StreamExecution.streamMetadata()\"");
    }

    /** An offsets entry whose metadata says null. */
    SparkError nullOffsetMetadata() {
        return behaviour.hasQueryEvolution()
                ? nullPointer(behaviour.logPackage() + ".OffsetSeqMetadataBase.conf()", "\"metadataLog\"")
                : nullPointer(behaviour.logPackage() + ".OffsetSeqMetadata.conf()", "\"metadata$1\"");
    }

    /** A commit that says null. MicroBatchExecution.populateStartOffsets asks it since 4.0 for ids of state. */
    SparkError nullCommit() {
        String type = behaviour.hasQueryEvolution() ? ".CommitMetadataBase" : ".CommitMetadata";
        return nullPointer(behaviour.logPackage() + type + ".stateUniqueIds()", "\"commitMetadata\"");
    }

    /** The same before Spark 4.0, which asks for the watermark alone. */
    SparkError nullCommitOfWatermark() {
        return nullPointer(behaviour.logPackage() + ".CommitMetadata.nextBatchWatermarkMs()", "\"commitMetadata\"");
    }

    private static SparkError nullPointer(String method, String what) {
        return SparkError.plain(
                "java.lang.NullPointerException", "Cannot invoke \"" + method + "\" because " + what + " is null");
    }

    /** Text that Jackson refuses. */
    static SparkError notJson(DamageKind kind, String message) {
        return switch (kind) {
            case EMPTY ->
                SparkError.plain(
                        "com.fasterxml.jackson.databind.exc.MismatchedInputException",
                        "No content to map due to end-of-input");
            case TRUNCATED -> SparkError.plain("com.fasterxml.jackson.core.io.JsonEOFException", message);
            case TOO_LARGE -> SparkError.plain("com.fasterxml.jackson.core.exc.StreamConstraintsException", message);
            default -> SparkError.plain("com.fasterxml.jackson.core.JsonParseException", message);
        };
    }

    /** A version line that is none. MetadataVersionUtil.extractVersion. */
    SparkError malformedVersion(String line) {
        String message = "Log file was malformed: failed to read correct log version from " + line + ".";
        return behaviour.logVersionFaultsAreConditions()
                ? single(condition(SPARK_ILLEGAL_STATE, "MALFORMED_LOG_FILE", "KD002", message))
                : SparkError.plain(ILLEGAL_STATE, message);
    }

    /** A version newer than this Spark reads. MetadataVersionUtil.validateVersion. */
    SparkError versionTooNew(int found, int newest) {
        String rest = "but encountered v" + found
                + ". The log file was produced by a newer version of Spark and cannot be read by this version. ";
        return behaviour.logVersionFaultsAreConditions()
                ? single(condition(
                        SPARK_ILLEGAL_STATE,
                        "INVALID_LOG_VERSION.MAX_SUPPORTED_VERSION",
                        "KD002",
                        "UnsupportedLogVersion. The maximum supported log version is v" + newest + ", " + rest
                                + "You need to upgrade."))
                : SparkError.plain(
                        ILLEGAL_STATE,
                        "UnsupportedLogVersion: maximum supported log version is v" + newest + ", " + rest
                                + "Please upgrade.");
    }

    /** A commit version other than the session's. MetadataVersionUtil.validateVersionExactMatch. */
    SparkError versionNotSame(int found, int wanted) {
        return single(condition(
                SPARK_ILLEGAL_STATE,
                "INVALID_LOG_VERSION.EXACT_MATCH_VERSION",
                "KD002",
                "UnsupportedLogVersion. The only supported log version is v" + wanted + ", but encountered v" + found
                        + "."));
    }

    /** A listed entry that is not there when it is opened. */
    SparkError entryNotFound(String path) {
        return SparkError.plain(FILE_NOT_FOUND, "File " + checkpoint + "/" + path + " does not exist");
    }

    /** A directory cannot be made below a file. RawLocalFileSystem.mkdirs. */
    SparkError directoryIsFile(String path) {
        return SparkError.plain(
                "org.apache.hadoop.fs.ParentNotDirectoryException",
                "Parent path is not a directory: " + checkpoint + "/" + path);
    }

    /** An entry cannot be written below a file. FileContextBasedCheckpointFileManager.createTempFile. */
    SparkError logIsFile(String path, long batchId) {
        return SparkError.plain(
                "org.apache.hadoop.fs.ParentNotDirectoryException",
                "parent is not a dir:" + checkpoint + "/" + path + "/." + batchId
                        + ".00000000-0000-0000-0000-000000000000.tmp");
    }

    /** A file that is opened is a directory. */
    SparkError fileIsDirectory(String path) {
        return SparkError.plain(FILE_NOT_FOUND, local() + "/" + path + " (Is a directory)");
    }

    /** The checkpoint itself is a file. RawLocalFileSystem.mkdirs. */
    SparkError checkpointIsFile() {
        return SparkError.plain(
                "org.apache.hadoop.fs.FileAlreadyExistsException",
                "Destination exists and is not a directory: " + local());
    }

    private String local() {
        return checkpoint.replaceFirst("^file:/*", "/");
    }

    /** A data file that a batch must read is gone. FileDataSourceV2, FileScanRDD. */
    SparkError dataFileMissing(String file) {
        String updated = "It is possible the underlying files have been updated.";
        String refresh = "You can explicitly invalidate the cache in Spark by running"
                + " 'REFRESH TABLE tableName' command in SQL or by recreating the Dataset/DataFrame involved.";
        String notThere = "File " + file + " does not exist";
        return behaviour.namesUnreadableFiles()
                ? conditioned(
                                SPARK,
                                "FAILED_READ_FILE.FILE_NOT_EXIST",
                                "KD001",
                                "Encountered error while reading file " + file + ". File does not exist. " + updated
                                        + "\n" + refresh)
                        .causing(SparkError.plain(FILE_NOT_FOUND, notThere))
                : legacy(
                        "org.apache.spark.SparkFileNotFoundException", 2055, notThere + "\n" + updated + " " + refresh);
    }

    /** What failed in a task that read, as the driver tells it: by itself where it is a condition, else as a failed job. */
    SparkError readFailed(SparkError error) {
        return behaviour.namesUnreadableFiles() ? error : inTask(error);
    }

    /** A task that failed, as the driver tells it. DAGScheduler.abortStage. */
    static SparkError inTask(SparkError cause) {
        SparkError.Cause outer = cause.causes().get(0);
        return SparkError.plain(
                        SPARK,
                        "Job aborted due to stage failure: Task 0 in stage 0.0 failed 1 times, most recent failure: Lost task"
                                + " 0.0 in stage 0.0 (TID 0) (127.0.0.1 executor driver): " + outer.className() + ": "
                                + outer.message())
                .causing(cause);
    }

    /** A data file that a batch must read is no Parquet. FileScanRDD, ParquetFileReader.readFooter. */
    SparkError dataFileUnreadable(String file, String why) {
        String name = file.replaceFirst("^file:/+", "file:///");
        SparkError cause = SparkError.plain("java.lang.RuntimeException", file + why);
        return behaviour.namesUnreadableFiles()
                ? conditioned(
                                SPARK,
                                "FAILED_READ_FILE.NO_HINT",
                                "KD001",
                                "Encountered error while reading file " + name + ". ")
                        .causing(cause)
                : cause;
    }

    /** A task that writes files failed. QueryExecutionErrors.taskFailedWhileWritingRowsError. */
    SparkError taskWriteFailed(String place, SparkError cause) {
        return conditioned(
                        SPARK,
                        "TASK_WRITE_FAILED",
                        laterState("58030"),
                        "Task failed while writing rows to " + place + ".")
                .causing(cause);
    }

    /** A file of a compactible log that a compaction needs is gone. HDFSMetadataLog.applyFnToBatchByStream. */
    SparkError batchMetadataNotFound(String file) {
        return conditioned(
                "org.apache.spark.SparkFileNotFoundException",
                "BATCH_METADATA_NOT_FOUND",
                "42K03",
                "Unable to find batch " + file + ".");
    }

    /** Offset lines and sources that differ in number. OffsetSeq.toStreamProgress. */
    SparkError sourceCount(int recorded, int asked) {
        return SparkError.plain(
                ASSERTION,
                "assertion failed: There are [" + recorded + "] sources in the checkpoint offsets and now there are ["
                        + asked + "] sources requested by the query. Cannot continue.");
    }

    /** The entry before the newest is gone. MicroBatchExecution.validateOffsetLogAndGetPrevOffset. */
    SparkError batchMissing(long batchId) {
        return SparkError.plain(ILLEGAL_STATE, "batch " + batchId + " doesn't exist");
    }

    /** An empty metadata line leaves the watermark tracker null. */
    SparkError noWatermarkTracker(String method) {
        String runtime = behaviour.runtimePackage();
        return SparkError.plain(
                "java.lang.NullPointerException",
                "Cannot invoke \"" + runtime + ".WatermarkTracker." + method + "\" because the return value of \""
                        + runtime + ".MicroBatchExecution.watermarkTracker()\" is null");
    }

    /** The newest entry is committed: its reader asks the tracker for the watermark. */
    SparkError noWatermarkTrackerAtStart() {
        return noWatermarkTracker("currentWatermark()");
    }

    /** The newest entry is run again: the tracker is told the new watermark when the batch has ended. */
    SparkError noWatermarkTrackerAtEnd() {
        return noWatermarkTracker("updateWatermark(org.apache.spark.sql.execution.SparkPlan)");
    }

    /** Commits without offsets. Spark 4.2: MicroBatchExecution.initializeExecution. */
    SparkError commitsWithoutOffsets() {
        return SparkError.plain(ASSERTION, "assertion failed");
    }

    /** Something in a directory that a fresh start wants empty. */
    SparkError checkpointNotEmpty(String directory) {
        return single(condition(
                "org.apache.spark.sql.execution.streaming.state.StateStoreCheckpointLocationNotEmpty",
                "STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY",
                "42K03",
                "The checkpoint location " + checkpoint + "/" + directory + " should be empty on batch 0\n"
                        + "Please either use a new checkpoint location, or delete the existing data in the checkpoint"
                        + " location."));
    }

    /** A conf that the repartition check needs is not recorded. Spark 4.2: OfflineStateRepartitionUtils. */
    SparkError noPartitionsRecorded() {
        return SparkError.plain(NO_SUCH_ELEMENT, "None.get");
    }

    /** What the repartition check requires. Spark 4.2: OfflineStateRepartitionUtils.isRepartitionBatch. */
    SparkError requirement(String requirement) {
        return SparkError.plain(ILLEGAL_ARGUMENT, "requirement failed: " + requirement);
    }

    /** Text that Scala's toInt or toLong refuses. */
    static SparkError notANumber(String text) {
        return SparkError.plain(NUMBER_FORMAT, "For input string: \"" + text + "\"");
    }

    /** The partitions of an uncommitted batch differ from those before it. Spark 4.2. */
    SparkError unfinishedRepartition(long batchId, long lastCommittedBatchId) {
        return single(condition(
                SPARK,
                "STREAMING_UNFINISHED_REPARTITION_DETECTED",
                "55019",
                "The latest batch " + batchId + " is for an unfinished state repartitioning i.e. last committed batch"
                        + " is: " + lastCommittedBatchId + ").\nPlease retry the repartitioning operation and let it"
                        + " finish successfully before starting the streaming query."));
    }

    /** An entry that is to be written is there already. QueryExecutionErrors.concurrentStreamLogUpdate. */
    SparkError concurrentLogUpdate(long batchId) {
        return single(condition(
                SPARK,
                "CONCURRENT_STREAM_LOG_UPDATE",
                "40000",
                "Concurrent update to the log. Multiple streaming jobs detected for " + batchId + ".\nPlease make sure"
                        + " only one streaming job runs on a specific checkpoint location at a time."));
    }

    /** A conf value that the session refuses. */
    SparkError confRefused(String key, ConfCheck.Fault fault) {
        if (fault instanceof ConfCheck.Fault.WrongType wrong) {
            return behaviour.confFaultsAreConditions()
                    ? confCondition(
                            "TYPE_MISMATCH", key, wrong.value(), "It should be a/an '" + wrong.type() + "' value.")
                    : SparkError.plain(
                            ILLEGAL_ARGUMENT, key + " should be " + wrong.type() + ", but was " + wrong.value());
        }
        ConfCheck.Fault.Refused refused = (ConfCheck.Fault.Refused) fault;
        return behaviour.confFaultsAreConditions()
                ? confCondition("REQUIREMENT", key, refused.value(), refused.requirement())
                : SparkError.plain(
                        ILLEGAL_ARGUMENT,
                        "'" + refused.value() + "' in " + key + " is invalid. " + refused.requirement());
    }

    private SparkError confCondition(String kind, String key, String value, String reason) {
        return single(condition(
                SPARK_ILLEGAL_ARGUMENT,
                "INVALID_CONF_VALUE." + kind,
                "22022",
                "The value '" + value + "' in the config \"" + key + "\" is invalid. " + reason));
    }

    /** minBatchesToRetain of 0 or less. StreamExecution's constructor. */
    SparkError retainsNothing() {
        return requirement("minBatchesToRetain has to be positive");
    }

    /** A complete result replaces what is in a table that may only grow. DeltaLog.assertRemovable. */
    SparkError tableIsAppendOnly() {
        return delta(
                "DeltaUnsupportedOperationException",
                "DELTA_CANNOT_MODIFY_APPEND_ONLY",
                "42809",
                "This table is configured to only allow appends. If you would like to permit updates or deletes, use 'ALTER"
                        + " TABLE null SET TBLPROPERTIES (delta.appendOnly=false)'.");
    }

    /** An output mode that the sink does not take. DeltaDataSource.createSink, DataSource.createSink. */
    SparkError outputModeUnsupported(String format, String mode) {
        String name = mode.substring(0, 1).toUpperCase(Locale.ROOT) + mode.substring(1);
        return format.equals("delta")
                ? delta(
                        "DeltaAnalysisException",
                        "DELTA_UNSUPPORTED_OUTPUT_MODE",
                        "0AKDC",
                        "Data source org.apache.spark.sql.delta.sources.DeltaDataSource does not support " + name
                                + " output mode")
                : conditioned(
                        ANALYSIS,
                        "STREAMING_OUTPUT_MODE.UNSUPPORTED_DATASOURCE",
                        "42KDE",
                        "Invalid streaming output mode: " + mode + ". This output mode is not supported in Data Source "
                                + format + ".");
    }

    /** A delay of a watermark that is below zero. Dataset.withWatermark. */
    SparkError delayNegative(String delay) {
        return requirement("delay threshold (" + delay + ") should not be negative.");
    }

    /** A delay of a watermark that is no interval. Dataset.withWatermark. */
    SparkError delayUnreadable(String delay) {
        return conditioned(
                ANALYSIS,
                "CANNOT_PARSE_INTERVAL",
                laterState("22006"),
                "Unable to parse '" + delay
                        + "'. Please ensure that the value provided is in a valid format for defining an"
                        + " interval. You can reference the documentation for the correct format. If the issue persists,"
                        + " please double check that the input value is not null or empty and try again.");
    }

    /** A memory sink that cannot recover. QueryCompilationErrors.recoverQueryFromCheckpointUnsupportedError. */
    SparkError sinkCannotRecover() {
        return single(new Cause(
                ANALYSIS,
                "_LEGACY_ERROR_TEMP_1299",
                null,
                "This query does not support recovering from checkpoint location. Delete " + checkpoint
                        + "/offsets to start over."));
    }

    /** What async progress tracking refuses. AsyncProgressTrackingMicroBatchExecution.validateAndGetTrigger. */
    SparkError asyncRefused(String message) {
        return SparkError.plain(ILLEGAL_ARGUMENT, message);
    }

    /** Async progress tracking over state. AsyncProgressTrackingMicroBatchExecution.checkNotStatefulStreamingQuery. */
    SparkError asyncStateful() {
        return SparkError.plain(
                ILLEGAL_ARGUMENT,
                "Stateful streaming queries does not support async progress tracking at this moment.");
    }

    /** A committed epoch without offsets. ContinuousExecution.getStartOffsets. */
    SparkError epochWithoutOffsets(long epoch) {
        return SparkError.plain(ILLEGAL_STATE, "Batch " + epoch + " was committed without end epoch offsets!");
    }

    /** An offset map where continuous processing wants a sequence. Spark 4.2: ContinuousExecution casts. */
    SparkError continuousOffsetMap() {
        String checkpointing = "org.apache.spark.sql.execution.streaming.checkpointing.";
        return SparkError.plain(
                "java.lang.ClassCastException",
                "class " + checkpointing + "OffsetMap cannot be cast to class " + checkpointing + "OffsetSeq");
    }

    /** Sources without names where the checkpoint goes by name. Spark 4.2: MicroBatchExecution.logicalPlan. */
    SparkError sourcesUnnamed() {
        return SparkError.plain(
                ASSERTION,
                "assertion failed: All sources should be named at this point - validation should have happened in"
                        + " analysis");
    }

    /** Names of sources and sinks that are refused. Spark 4.2: NameStreamingSources. */
    SparkError queryEvolution(String subCondition, String text) {
        return conditioned(
                ANALYSIS,
                "STREAMING_QUERY_EVOLUTION_ERROR." + subCondition,
                "42KDE",
                "Streaming query evolution error: " + text);
    }

    /** A source's own range check. */
    SparkError assertionFailed() {
        return SparkError.plain(ASSERTION, "assertion failed");
    }

    /** File-source entries that are gone from the head or the tail of a range. HDFSMetadataLog.verifyBatchIds. */
    SparkError illegalState(String message) {
        return SparkError.plain(ILLEGAL_STATE, message);
    }

    /** A file that lies outside the path of its source. PartitioningAwareFileIndex.basePaths. */
    SparkError wrongBasePath(String basePath, String file) {
        return SparkError.plain(ILLEGAL_ARGUMENT, "Wrong basePath " + basePath + " for the root path: " + file);
    }

    /** An exception of Delta with an error condition. */
    SparkError delta(String simpleClass, String conditionName, String sqlState, String text) {
        return single(new Cause(
                "org.apache.spark.sql.delta." + simpleClass,
                conditionName,
                sqlState,
                "[" + conditionName + "] " + text));
    }

    /** Another table than the one in the offsets. DeltaErrors.differentDeltaTableReadByStreamingSource. */
    SparkError differentTable(String now, String recorded) {
        return delta(
                "DeltaIllegalStateException",
                "DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE",
                "55019",
                "The streaming query was reading from an unexpected Delta table (id = '" + now + "'). \nIt used to read"
                        + " from another Delta table (id = '" + recorded
                        + "') according to checkpoint. \nThis may happen"
                        + " when you changed the code to read from a new table or you deleted and \nre-created a table."
                        + " Please revert your change or delete your streaming query checkpoint \nto restart from"
                        + " scratch.");
    }

    /** A file of the file source's log that is needed and gone. CompactibleFileStreamLog.allFiles. */
    SparkError sourceEntryNotFound(String path, long latestId, long interval) {
        String message = checkpoint + "/" + path + " doesn't exist (latestId: " + latestId + ", compactInterval: "
                + interval + ")";
        return behaviour.lostSourceEntryIsFileNotFound()
                ? SparkError.plain(FILE_NOT_FOUND, message)
                : SparkError.plain(ILLEGAL_STATE, message);
    }

    private static SparkError single(Cause cause) {
        return new SparkError(List.of(cause));
    }

    private @Nullable String laterState(String sqlState) {
        return behaviour.messagesNameSqlState() ? sqlState : null;
    }

    private Cause condition(String className, String name, @Nullable String sqlState, String text) {
        String suffix = behaviour.messagesNameSqlState() && sqlState != null ? " SQLSTATE: " + sqlState : "";
        return new Cause(className, name, sqlState, "[" + name + "] " + text + suffix);
    }

    /** The two logs of a query, and its metadata. */
    enum LogKind {
        OFFSETS("offsets", "Incomplete log file"),
        COMMITS("commits", "Incomplete log file in the offset commit log"),
        METADATA("metadata", "");

        private final String directory;
        private final String incomplete;

        LogKind(String directory, String incomplete) {
            this.directory = directory;
            this.incomplete = incomplete;
        }

        String directory() {
            return directory;
        }

        String incomplete() {
            return incomplete;
        }
    }

    /** An exception with an error condition. */
    SparkError conditioned(String className, String condition, @Nullable String sqlState, String text) {
        String end = behaviour.messagesNameSqlState() ? " SQLSTATE: " + sqlState : "";
        return single(new Cause(className, condition, sqlState, "[" + condition + "] " + text + end));
    }

    /** A condition that Spark has not named yet, which messages do not print. SparkThrowableHelper.getMessage. */
    static SparkError legacy(String className, int number, String text) {
        return single(new Cause(className, "_LEGACY_ERROR_TEMP_" + number, null, text));
    }

    /** A path of the checkpoint as messages print it. */
    String place(String path) {
        return checkpoint + "/" + path;
    }
}
