package dev.tidemark.source.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.format.type.SchemaJsonWriter;
import dev.tidemark.format.type.SchemaTree;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import org.jspecify.annotations.Nullable;

/** What the source throws, one factory a situation, worded as Delta 4.2 words it. */
final class DeltaSourceErrors {
    private static final String DELTA = "org.apache.spark.sql.delta.";
    private static final String ILLEGAL_STATE = DELTA + "DeltaIllegalStateException";
    private static final String UNSUPPORTED = DELTA + "DeltaUnsupportedOperationException";
    private static final String ILLEGAL_ARGUMENT = DELTA + "DeltaIllegalArgumentException";
    private static final String ANALYSIS = DELTA + "DeltaAnalysisException";
    private static final String RUNTIME = DELTA + "DeltaRuntimeException";

    private DeltaSourceErrors() {}

    static SourceFailureException assertion(String what) {
        return plain("java.lang.AssertionError", "assertion failed: " + what);
    }

    static SourceFailureException requirement(String what) {
        return plain("java.lang.IllegalArgumentException", "requirement failed: " + what);
    }

    static SourceFailureException illegalState(String what) {
        return plain("java.lang.IllegalStateException", what);
    }

    static SourceFailureException mismatchedInput(String what) {
        return plain("com.fasterxml.jackson.databind.exc.MismatchedInputException", what);
    }

    /** A number that no long holds; Jackson wraps what its parser says. */
    static SourceFailureException outOfRange(String digits) {
        return plain(
                "com.fasterxml.jackson.databind.JsonMappingException",
                "Numeric value (" + digits + ") out of range of long (" + Long.MIN_VALUE + " - " + Long.MAX_VALUE
                        + ")");
    }

    static SourceFailureException invalidOffsetFormat() {
        return state("DELTA_INVALID_SOURCE_OFFSET_FORMAT", "XXKDS", "The stored source offset format is invalid");
    }

    static SourceFailureException invalidSourceVersion(long version) {
        return state("DELTA_INVALID_SOURCE_VERSION", "XXKDS", "sourceVersion(" + version + ") is invalid");
    }

    static SourceFailureException formatTooNew(long version, int newest) {
        return state(
                "DELTA_INVALID_FORMAT_FROM_SOURCE_VERSION",
                "XXKDS",
                "Unsupported format. Expected version should be smaller than or equal to " + newest + " but was "
                        + version + ". Please upgrade to newer version of Delta.");
    }

    static SourceFailureException differentTable(String newId, String oldId) {
        return state(
                "DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE",
                "55019",
                "The streaming query was reading from an unexpected Delta table (id = '" + newId + "'). \n"
                        + "It used to read from another Delta table (id = '" + oldId + "') according to checkpoint. \n"
                        + "This may happen when you changed the code to read from a new table or you deleted and \n"
                        + "re-created a table. Please revert your change or delete your streaming query checkpoint \n"
                        + "to restart from scratch.");
    }

    static SourceFailureException illegalOption(String input, String name, String explain) {
        return conditioned(
                ILLEGAL_ARGUMENT,
                "DELTA_ILLEGAL_OPTION",
                "42616",
                "Invalid value '" + input + "' for option '" + name + "', " + explain);
    }

    static SourceFailureException badRegex(String option, PatternSyntaxException why) {
        SourceError outer = SourceError.conditioned(
                ILLEGAL_ARGUMENT,
                "DELTA_REGEX_OPT_SYNTAX_ERROR",
                "2201B",
                "Please recheck your syntax for '" + option + "'");
        String message = why.getMessage() == null ? "" : why.getMessage();
        return new SourceFailureException(SourceError.plain("java.util.regex.PatternSyntaxException", message)
                .within(outer));
    }

    static SourceFailureException bothStarts() {
        return conditioned(
                ILLEGAL_ARGUMENT,
                "DELTA_STARTING_VERSION_AND_TIMESTAMP_BOTH_SET",
                "42613",
                "Please either provide 'startingVersion' or 'startingTimestamp'");
    }

    static SourceFailureException timeTravel() {
        return conditioned(
                ANALYSIS,
                "DELTA_UNSUPPORTED_TIME_TRAVEL_VIEWS",
                "0AKDC",
                "Cannot time travel views, subqueries, streams or change data feed queries.");
    }

    static SourceFailureException ignoreDelete(long version, String file, String table) {
        return conditioned(
                UNSUPPORTED,
                "DELTA_SOURCE_IGNORE_DELETE",
                "0A000",
                "Detected deleted data (for example " + file + ") from streaming source at version " + version
                        + ". This is currently not supported. If you'd like to ignore deletes, set the option"
                        + " 'ignoreDeletes' to 'true'. The source table can be found at path " + table + ".");
    }

    static SourceFailureException ignoreChanges(long version, String change, String table) {
        return conditioned(
                UNSUPPORTED,
                "DELTA_SOURCE_TABLE_IGNORE_CHANGES",
                "0A000",
                "Detected a data update (for example " + change + ") in the source table at version " + version
                        + ". This is currently not supported. If this is going to happen regularly and you are okay to"
                        + " skip changes, set the option 'skipChangeCommits' to 'true'. If you would like the data"
                        + " update to be reflected, please restart this query with a fresh checkpoint directory."
                        + " The source table can be found at path " + table + ".");
    }

    static SourceFailureException lastCommitsMissing(long expected, long seen) {
        return state(
                "DELTA_STREAMING_TRAILING_COMMIT_MISSING",
                "42K03",
                "Delta stream detected commits up to version " + expected + " but files after version " + seen
                        + " are missing from the transaction log.");
    }

    static SourceFailureException missingVersions(long expected, long earliest, boolean isShort) {
        if (isShort) {
            return state(
                    "DELTA_MISSING_FILES_UNEXPECTED_VERSION",
                    "42K03",
                    "Delta stream cannot resume from version " + expected + "; transaction log starts at " + earliest
                            + ". Log files may have been deleted by log retention. Restart the stream with a new checkpoint"
                            + " location and consider increasing delta.logRetentionDuration. To skip missing data instead,"
                            + " set .option(\"failOnDataLoss\", \"false\").");
        }
        return state(
                "DELTA_MISSING_FILES_UNEXPECTED_VERSION",
                "XXKDS",
                "The stream from your Delta table was expecting process data from version " + expected
                        + ",\nbut the earliest available version in the _delta_log directory is " + earliest
                        + ". The files\nin the transaction log may have been deleted due to log cleanup. In order to avoid"
                        + " losing\ndata, we recommend that you restart your stream with a new checkpoint location and"
                        + " to\nincrease your delta.logRetentionDuration setting, if you have explicitly set it below"
                        + " 30\ndays.\nIf you would like to ignore the missed data and continue your stream from where it"
                        + " left\noff, you can set the .option(\"failOnDataLoss\", \"false\") as part\n"
                        + "of your readStream statement.");
    }

    static SourceFailureException startSnapshotGone(DeltaError cause) {
        SourceError outer = SourceError.conditioned(
                DELTA + "DeltaFileNotFoundException",
                "DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE",
                "42K03",
                "If you never deleted it, it's likely your query is lagging behind. Please delete its checkpoint to"
                        + " restart from scratch. To avoid this happening again, you can update your retention policy of"
                        + " your Delta table");
        return new SourceFailureException(of(cause).within(outer));
    }

    static SourceFailureException versionNotFound(long version, long earliest, long latest, boolean isConditioned) {
        String message = "Cannot time travel Delta table to version " + version + ". Available versions: [" + earliest
                + ", " + latest + "].";
        String className = DELTA + "VersionNotFoundException";
        return isConditioned
                ? conditioned(className, "DELTA_VERSION_NOT_FOUND", "22003", message)
                : plain(className, message);
    }

    static SourceFailureException noCommits(String log) {
        return conditioned(ANALYSIS, "DELTA_NO_COMMITS_FOUND", "KD006", "No commits found at " + log);
    }

    static SourceFailureException timestampAfterLatest(String given, String latest, String usable, boolean isShort) {
        return conditioned(
                DELTA + "DeltaErrors$TemporallyUnstableInputException",
                "DELTA_TIMESTAMP_GREATER_THAN_COMMIT",
                "42816",
                isShort
                        ? "Timestamp " + given + " is after the table's latest version (" + latest
                                + "). Use a timestamp at or before " + usable + "."
                        : "The provided timestamp (" + given
                                + ") is after the latest version available to this\ntable (" + latest
                                + "). Please use a timestamp before or at " + usable + ".");
    }

    static SourceFailureException timestampInvalid(String given) {
        return conditioned(
                ANALYSIS,
                "DELTA_TIMESTAMP_INVALID",
                "42816",
                "The provided timestamp ('" + given + "') cannot be converted to a valid timestamp.");
    }

    static SourceFailureException schemaChanged(
            long version, StructSchema read, StructSchema data, boolean namesAStart) {
        String restart = "Please try restarting the query. If this issue repeats across query restarts without\n"
                + "making progress, you have made an incompatible schema change and need to start your\n"
                + "query from scratch using a new checkpoint directory.";
        String start =
                " If the issue persists after\nchanging to a new checkpoint directory, you may need to change the"
                        + " existing\n'startingVersion' or 'startingTimestamp' option to start from a version newer than\n"
                        + version + " with a new checkpoint directory.";
        return state(
                namesAStart ? "DELTA_SCHEMA_CHANGED_WITH_STARTING_OPTIONS" : "DELTA_SCHEMA_CHANGED_WITH_VERSION",
                "KD007",
                "Detected schema change in version " + version + ":\nstreaming source schema: " + SchemaTree.of(read)
                        + "\n\ndata file schema: " + SchemaTree.of(data) + "\n\n" + restart
                        + (namesAStart ? start : "") + "\n");
    }

    static SourceFailureException incompatibleSchemaChange(
            StructSchema read, StructSchema incompatible, boolean namesNonAdditiveChanges) {
        return conditioned(
                DELTA + "DeltaStreaming" + (namesNonAdditiveChanges ? "NonAdditive" : "ColumnMapping")
                        + "SchemaIncompatibleException",
                "DELTA_STREAMING_INCOMPATIBLE_SCHEMA_CHANGE_USE_SCHEMA_LOG",
                "42KD4",
                "Streaming read is not supported on tables with read-incompatible schema changes (e.g. rename or drop or"
                        + " datatype changes).\nPlease provide a 'schemaTrackingLocation' to enable non-additive schema"
                        + " evolution for Delta stream processing.\nSee"
                        + " https://docs.delta.io/latest/versioning.html#column-mapping for more details.\nRead schema: "
                        + SchemaJsonWriter.json(read) + ". Incompatible data schema: "
                        + SchemaJsonWriter.json(incompatible) + ".");
    }

    static SourceFailureException noSnapshotForColumnMapping(DeltaError cause) {
        SourceError outer = SourceError.conditioned(
                ANALYSIS,
                "DELTA_STREAMING_CHECK_COLUMN_MAPPING_NO_SNAPSHOT",
                "KD002",
                "Failed to obtain Delta log snapshot for the start version when checking column mapping schema changes."
                        + " Please choose a different start version, or force enable streaming read at your own risk by"
                        + " setting"
                        + " 'spark.databricks.delta.streaming.unsafeReadOnIncompatibleColumnMappingSchemaChanges.enabled'"
                        + " to 'true'.");
        return new SourceFailureException(of(cause).within(outer));
    }

    static SourceFailureException metadataEvolved(SchemaLog.Entry entry) {
        Map<String, @Nullable String> configuration = entry.configuration() == null ? Map.of() : entry.configuration();
        String properties = configuration.entrySet().stream()
                .map(property -> property.getKey() + ":" + property.getValue())
                .collect(Collectors.joining(", "));
        Protocol protocol = entry.protocol();
        return conditioned(
                RUNTIME,
                "DELTA_STREAMING_METADATA_EVOLUTION",
                "22000",
                "The schema, table configuration or protocol of your Delta table has changed during streaming.\n"
                        + "The schema or metadata tracking log has been updated.\nPlease restart the stream to continue"
                        + " processing using the updated metadata.\nUpdated schema: " + SchemaTree.of(entry.schema())
                        + ".\nUpdated table configurations: " + properties + ".\nUpdated table protocol: "
                        + (protocol == null ? "" : brief(protocol)));
    }

    /** Authority: Delta 4.0 Protocol.simpleString. */
    private static String brief(Protocol protocol) {
        String versions = protocol.minReaderVersion() + "," + protocol.minWriterVersion();
        return protocol.readerFeatures() == null && protocol.writerFeatures() == null
                ? versions
                : versions + "," + brief(protocol.readerFeatures()) + "," + brief(protocol.writerFeatures());
    }

    private static String brief(@Nullable List<String> features) {
        return features == null
                ? "None"
                : features.stream().distinct().sorted().collect(Collectors.joining(",", "[", "]"));
    }

    /** Authority: Delta 4.0 DeltaErrors.cannotContinueStreamingPostSchemaEvolution. */
    static SourceFailureException mustUnblock(SchemaRules.NonAdditive change, long from, long to, int checkpointHash) {
        String conf = "  SET spark.databricks.delta.streaming.";
        String ofStream = ".ckpt_" + checkpointHash + " = ";
        return conditioned(
                RUNTIME,
                "DELTA_STREAMING_CANNOT_CONTINUE_PROCESSING_POST_SCHEMA_EVOLUTION",
                "KD002",
                "We've detected one or more non-additive schema change(s) (" + change.text()
                        + ") between Delta version "
                        + from + " and " + to + " in the Delta streaming source.\nChanges: \n" + change.details()
                        + "\nPlease check if you want to manually propagate the schema change(s) to the sink table before"
                        + " we proceed with stream processing using the finalized schema at version " + to
                        + ".\nOnce you have fixed the schema of the sink table or have decided there is no need to fix, you"
                        + " can set the following configuration(s) to unblock the non-additive schema change(s) and continue"
                        + " stream processing.\n\nUsing dataframe reader option(s):\n"
                        + "To unblock for this particular stream just for this series of schema change(s):\n"
                        + lines(change.options(), option -> "  .option(\"" + option + "\", \"" + to + "\")")
                        + "\nTo unblock for this particular stream:\n"
                        + lines(change.options(), option -> "  .option(\"" + option + "\", \"always\")")
                        + "\n\nUsing SQL configuration(s):\n"
                        + "To unblock for this particular stream just for this series of schema change(s):\n"
                        + lines(change.confs(), name -> conf + name + ofStream + to + ";")
                        + "\nTo unblock for this particular stream:\n"
                        + lines(change.confs(), name -> conf + name + ofStream + "\"always\";")
                        + "\nTo unblock for all streams:\n"
                        + lines(change.confs(), name -> conf + name + " = \"always\";") + "\n");
    }

    /** The same before there were options. Authority: Delta 3.3 DeltaErrors.cannotContinueStreamingPostSchemaEvolution. */
    static SourceFailureException mustUnblockByConf(
            SchemaRules.NonAdditive change, long from, long to, int checkpointHash) {
        String mode = "allowSourceColumnRenameAndDrop";
        String conf = "spark.databricks.delta.streaming." + mode;
        String ofStream = conf + ".ckpt_" + checkpointHash;
        return conditioned(
                RUNTIME,
                "DELTA_STREAMING_CANNOT_CONTINUE_PROCESSING_POST_SCHEMA_EVOLUTION",
                "KD002",
                "We've detected one or more non-additive schema change(s) (" + change.text()
                        + ") between Delta version " + from + " and " + to + " in the Delta streaming source.\n"
                        + "Please check if you want to manually propagate the schema change(s) to the sink table before"
                        + " we proceed with stream processing using the finalized schema at " + to
                        + ".\nOnce you have fixed the schema of the sink table or have decided there is no need to fix, you"
                        + " can set (one of) the following SQL configurations to unblock the non-additive schema change(s)"
                        + " and continue stream processing.\n"
                        + "To unblock for this particular stream just for this series of schema change(s): set `"
                        + ofStream + " = " + to + "`.\nTo unblock for this particular stream: set `" + ofStream
                        + " = always`\nTo unblock for all streams: set `" + conf
                        + " = always`.\nAlternatively if applicable, you may replace the `" + mode + "` with `"
                        + change.confs().get(0)
                        + "` in the SQL conf to unblock stream for just this schema change type.");
    }

    private static String lines(List<String> names, UnaryOperator<String> line) {
        return names.stream().map(line).collect(Collectors.joining("\n"));
    }

    static SourceFailureException trackingOutsideCheckpoint(String location, String checkpoint) {
        return conditioned(
                ANALYSIS,
                "DELTA_STREAMING_SCHEMA_LOCATION_NOT_UNDER_CHECKPOINT",
                "22000",
                "Schema location '" + location + "' must be placed under checkpoint location '" + checkpoint + "'.");
    }

    static SourceFailureException trackingOfOtherTable(String persisted, String table) {
        return conditioned(
                ANALYSIS,
                "DELTA_STREAMING_SCHEMA_LOG_INCOMPATIBLE_DELTA_TABLE_ID",
                "22000",
                "Detected incompatible Delta table id when trying to read Delta stream.\nPersisted table id: "
                        + persisted
                        + ", Table id: " + table + "\nThe schema log might have been reused. Please pick a new schema"
                        + " location.");
    }

    static SourceFailureException trackingUnreadable(String location) {
        return conditioned(
                RUNTIME,
                "DELTA_STREAMING_SCHEMA_LOG_DESERIALIZE_FAILED",
                "22000",
                "Incomplete log file in the Delta streaming source schema log at '" + location
                        + "'.\nThe schema log may have been corrupted. Please pick a new schema location.");
    }

    static SourceFailureException trackingSchemaUnreadable() {
        return conditioned(
                RUNTIME,
                "DELTA_STREAMING_SCHEMA_LOG_PARSE_SCHEMA_FAILED",
                "22000",
                "Failed to parse the schema from the Delta streaming source schema log.\nThe schema log may have been"
                        + " corrupted. Please pick a new schema location.");
    }

    static SourceFailureException trackingCannotStart(long from, long to) {
        return conditioned(
                RUNTIME,
                "DELTA_STREAMING_SCHEMA_LOG_INIT_FAILED_INCOMPATIBLE_METADATA",
                "22000",
                "We could not initialize the Delta streaming source schema log because\nwe detected an incompatible schema or protocol"
                        + " change while serving a streaming batch from table version "
                        + from + " to " + to + ".");
    }

    static SourceFailureException changesNotRecorded(long version, long start, long end) {
        return conditioned(
                ANALYSIS,
                "DELTA_MISSING_CHANGE_DATA",
                "KD002",
                "Error getting change data for range [" + start + " , " + end + "] as change data was not\nrecorded for"
                        + " version [" + version + "]. If you've enabled change data feed on this table,\nuse `DESCRIBE"
                        + " HISTORY` to see when it was first enabled.\nOtherwise, to start recording change data, use"
                        + " `ALTER TABLE table_name SET TBLPROPERTIES\n(delta.enableChangeDataFeed=true)`.");
    }

    static SourceFailureException changeRangeReversed(long start, long end) {
        return conditioned(
                ILLEGAL_ARGUMENT,
                "DELTA_INVALID_CDC_RANGE",
                "22003",
                "CDC range from start " + start + " to end " + end + " was invalid. End cannot be before start.");
    }

    static SourceFailureException schemaNotSet() {
        return conditioned(
                ANALYSIS,
                "DELTA_SCHEMA_NOT_SET",
                "KD008",
                "Table schema is not set.  Write data into it or use CREATE TABLE to set the schema.");
    }

    /** What reading the table itself throws. */
    static SourceFailureException table(DeltaError error) {
        return new SourceFailureException(of(error));
    }

    private static SourceError of(DeltaError error) {
        List<SourceError.Cause> causes = new ArrayList<>();
        for (DeltaError each = error; each != null; each = each.cause()) {
            causes.add(new SourceError.Cause(
                    each.exceptionClass(), each.condition(), sqlState(each.condition()), each.message()));
        }
        return new SourceError(causes);
    }

    /** Of the conditions that a read of the log comes to. Authority: error-conditions.json, delta-error-classes.json. */
    private static @Nullable String sqlState(@Nullable String condition) {
        return switch (condition == null ? "" : condition) {
            case "FAILED_READ_FILE.NO_HINT", "FAILED_READ_FILE.FILE_NOT_EXIST" -> "KD001";
            case "MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION" -> "22023";
            case "EXPRESSION_DECODING_FAILED" -> "42846";
            case "FAILED_EXECUTE_UDF" -> "39000";
            case "FIELD_NOT_FOUND" -> "42704";
            case "INVALID_JSON_DATA_TYPE" -> "2203G";
            case "DELTA_LOG_FILE_NOT_FOUND", "DELTA_EMPTY_DIRECTORY", "DELTA_TRUNCATED_TRANSACTION_LOG" -> "42K03";
            case "DELTA_VERSIONS_NOT_CONTIGUOUS" -> "KD00C";
            case "DELTA_MISSING_PART_FILES" -> "42KD6";
            case "DELTA_STATE_RECOVER_ERROR" -> "XXKDS";
            case "DELTA_INVALID_PROTOCOL_VERSION",
                    "DELTA_FEATURES_PROTOCOL_METADATA_MISMATCH",
                    "DELTA_MISSING_COMMIT_INFO",
                    "DELTA_MISSING_COMMIT_TIMESTAMP" -> "KD004";
            case "DELTA_UNSUPPORTED_FEATURES_FOR_READ" -> "56038";
            case "DELTA_PATH_BASED_ACCESS_TO_CATALOG_MANAGED_TABLE_BLOCKED" -> "KD00G";
            case "DELTA_INVALID_INTERVAL" -> "22006";
            default -> null;
        };
    }

    private static SourceFailureException plain(String className, String message) {
        return new SourceFailureException(SourceError.plain(className, message));
    }

    private static SourceFailureException state(String condition, String sqlState, String message) {
        return conditioned(ILLEGAL_STATE, condition, sqlState, message);
    }

    private static SourceFailureException conditioned(
            String className, String condition, String sqlState, String message) {
        return new SourceFailureException(SourceError.conditioned(className, condition, sqlState, message));
    }
}
