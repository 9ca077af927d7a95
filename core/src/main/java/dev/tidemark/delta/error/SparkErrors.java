package dev.tidemark.delta.error;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.evidence.DamageKind;
import org.jspecify.annotations.Nullable;

/** The errors of Spark with Delta while it reads a table, worded as Delta 4.2 words them. */
public final class SparkErrors {
    static final String SPARK_EXCEPTION = "org.apache.spark.SparkException";
    private static final String DELTA = "org.apache.spark.sql.delta.";
    private static final String FILE_NOT_FOUND = DELTA + "DeltaFileNotFoundException";
    private static final String ILLEGAL_STATE = DELTA + "DeltaIllegalStateException";

    private SparkErrors() {}

    /** No usable file in a log that is not empty, or none for a version. */
    public static ReaderException logFileNotFound(String log, String version, long checkpointVersion) {
        return error(
                FILE_NOT_FOUND,
                "DELTA_LOG_FILE_NOT_FOUND",
                "Unable to retrieve the delta log files to construct table version " + version
                        + " starting from checkpoint version " + checkpointVersion + " at " + log + ".");
    }

    /** The first commit behind the checkpoint is missing. */
    public static ReaderException truncatedLog(String missingCommit, long version) {
        return error(
                FILE_NOT_FOUND,
                "DELTA_TRUNCATED_TRANSACTION_LOG",
                missingCommit + ": Unable to reconstruct state at version " + version
                        + " as the transaction log has been truncated due to manual deletion or the log retention policy"
                        + " (delta.logRetentionDuration=30 days) and checkpoint retention policy"
                        + " (delta.checkpointRetentionDuration=2 days)");
    }

    /** A hole in the commits. */
    public static ReaderException versionsNotContiguous(List<Long> versions, long versionToLoad) {
        return error(
                ILLEGAL_STATE,
                "DELTA_VERSIONS_NOT_CONTIGUOUS",
                "Versions (" + joined(versions) + ") are not contiguous. \nA gap in the delta log between versions "
                        + versions.get(0) + " and " + versions.get(versions.size() - 1)
                        + " was detected while trying to load version " + versionToLoad + ".");
    }

    /** The checkpoint that the hint names is gone, and nothing stands in for it. */
    public static ReaderException missingPartFiles(long checkpointVersion) {
        DeltaError missing = new DeltaError(
                "java.io.FileNotFoundException",
                null,
                "Checkpoint file to load version: " + checkpointVersion + " is missing.");
        DeltaError partial = error(
                        ILLEGAL_STATE,
                        "DELTA_MISSING_PART_FILES",
                        "Couldn't find all part files of the checkpoint version: " + checkpointVersion)
                .error();
        return new ReaderException(missing.within(partial));
    }

    /** Replay found no protocol or no metadata. */
    public static ReaderException stateNotRecoverable(String action, long version) {
        return error(
                ILLEGAL_STATE,
                "DELTA_STATE_RECOVER_ERROR",
                "The " + action + " of your Delta table could not be recovered while Reconstructing\nversion: "
                        + version + ". Did you manually delete files in the _delta_log directory?");
    }

    /** There is a checkpoint and not one commit. */
    public static ReaderException noDeltaFiles(long version) {
        return plain("java.lang.IllegalStateException", "Could not find any delta files for version " + version);
    }

    /** The version lies beyond the last one, or its commit is gone. */
    public static ReaderException noSuchVersion(long version) {
        return plain("java.lang.IllegalStateException", "Trying to load a non-existent version " + version);
    }

    /** The range of commits does not start or end where it must. */
    public static ReaderException missingEdge(String which, long version) {
        return requirement("Did not get the " + which + " delta file version: " + version + " to compute Snapshot");
    }

    /** A Scala {@code require} failed. */
    public static ReaderException requirement(@Nullable String what) {
        return plain(
                "java.lang.IllegalArgumentException",
                what == null ? "requirement failed" : "requirement failed: " + what);
    }

    /** An argument that is none. */
    public static ReaderException illegalArgument(String what) {
        return plain("java.lang.IllegalArgumentException", what);
    }

    /** A checkpoint's files do not bear the names that its version gives them. */
    public static ReaderException checkpointFileMisnamed() {
        return plain("java.util.NoSuchElementException", "None.get");
    }

    /** The parts of a multipart checkpoint do not bear the names that they must. */
    public static ReaderException checkpointPartsMisnamed(long version) {
        return plain(
                "java.lang.AssertionError",
                "assertion failed: Failed in getting the file information for the checkpoint of version " + version);
    }

    /** The last of no elements. */
    public static ReaderException lastOfNothing() {
        return plain("java.util.NoSuchElementException", "last of empty array");
    }

    /** The reader version is not one that this release reads. */
    public static ReaderException invalidProtocolVersion(
            String table, int reader, int writer, String delta, List<Integer> readers, List<Integer> writers) {
        return error(
                DELTA + "InvalidProtocolVersionException",
                "DELTA_INVALID_PROTOCOL_VERSION",
                "Unsupported Delta protocol version: table \"" + table + "\" requires reader version " + reader
                        + " and writer version " + writer + ", but Delta Lake \"" + delta
                        + "\" supports reader versions " + joined(readers) + " and writer versions " + joined(writers)
                        + ". Please upgrade to a newer release.");
    }

    /** The table needs reader features that this release does not have. */
    public static ReaderException unsupportedReaderFeatures(String table, String delta, Collection<String> features) {
        return error(
                DELTA + "DeltaUnsupportedTableFeatureException",
                "DELTA_UNSUPPORTED_FEATURES_FOR_READ",
                "Unsupported Delta read feature: table \"" + table
                        + "\" requires reader table feature(s) that are unsupported by Delta Lake \"" + delta + "\": "
                        + joined(features) + ".");
    }

    /** The metadata use features that the protocol does not list. */
    public static ReaderException featureMismatch(Collection<String> features) {
        return error(
                DELTA + "DeltaTableFeatureException",
                "DELTA_FEATURES_PROTOCOL_METADATA_MISMATCH",
                "Unable to operate on this table because the following table features are enabled in metadata but not"
                        + " listed in protocol: " + joined(features) + ".");
    }

    /** A row of the log is no action of Delta's. */
    public static ReaderException undecodable(String why) {
        return error(
                "org.apache.spark.SparkRuntimeException",
                "EXPRESSION_DECODING_FAILED",
                "Failed to decode a row to a value of the expressions: " + why);
    }

    /** A task failed for a reason that has no condition of its own. */
    public static ReaderException jobAborted(String why) {
        return plain(SPARK_EXCEPTION, "Job aborted due to stage failure: " + why);
    }

    /** A catalog owns the commits, and the table was opened by its path. */
    public static ReaderException catalogManagedByPath(String log) {
        return error(
                ILLEGAL_STATE,
                "DELTA_PATH_BASED_ACCESS_TO_CATALOG_MANAGED_TABLE_BLOCKED",
                "Path-based access is not allowed for Catalog-Managed table: " + log
                        + ". Please access the table via its name and retry.");
    }

    /** A commit coordinator is named and the protocol does not know of coordinated commits. */
    public static ReaderException coordinatorWithoutFeature() {
        return plain(
                "com.google.common.util.concurrent.ExecutionError",
                "java.lang.AssertionError: assertion failed: coordinated commits table feature is not supported");
    }

    /** A column mapping that does not exist. */
    public static ReaderException unknownColumnMapping(String mode) {
        return plain(
                DELTA + "ColumnMappingUnsupportedException",
                "The column mapping mode `" + mode + "` is not supported for this Delta version. Please upgrade if you"
                        + " want to use this mode.");
    }

    /** A property that should be a length of time. */
    public static ReaderException invalidInterval(String value) {
        return error(
                DELTA + "DeltaIllegalArgumentException", "DELTA_INVALID_INTERVAL", value + " is not a valid INTERVAL.");
    }

    /** A schema that is JSON of another kind. */
    public static ReaderException schemaOfNoStruct(String what) {
        return plain("java.lang.ClassCastException", what + " cannot be cast to org.apache.spark.sql.types.StructType");
    }

    /** A recorded schema lacks a column that every checkpoint has. */
    public static ReaderException fieldNotFound(String field) {
        return error(
                "org.apache.spark.SparkIllegalArgumentException",
                "FIELD_NOT_FOUND",
                "No such struct field `" + field + "` in .");
    }

    /** A file name carries a number that no version has. */
    public static ReaderException versionTooLarge(String name) {
        return plain("java.lang.NumberFormatException", "For input string: \"" + name.split("\\.", 2)[0] + "\"");
    }

    /** A schema names a type that Spark does not have. */
    public static ReaderException invalidDataType(String json) {
        return error(
                "org.apache.spark.SparkIllegalArgumentException",
                "INVALID_JSON_DATA_TYPE",
                "Failed to convert the JSON string '" + json + "' to a data type. Please enter a valid data type.");
    }

    /** A schema is no JSON. */
    public static ReaderException malformedSchema(DamageKind kind, String why) {
        String exceptionClass = switch (kind) {
            case EMPTY -> "com.fasterxml.jackson.databind.exc.MismatchedInputException";
            case TRUNCATED -> "com.fasterxml.jackson.core.io.JsonEOFException";
            default -> "com.fasterxml.jackson.core.JsonParseException";
        };
        return plain(exceptionClass, why);
    }

    /** Something is null that must not be. */
    public static ReaderException nullPointer(String what) {
        return plain("java.lang.NullPointerException", what);
    }

    /** A task could not read a file; {@code why} is the cause's message. */
    public static ReaderException failedReadFile(String file, String why) {
        return error(
                SPARK_EXCEPTION,
                "FAILED_READ_FILE.NO_HINT",
                "Encountered error while reading file " + file + ". " + why);
    }

    /**
     * A task could not parse a line of JSON.
     *
     * @param columns how many were asked for, none of which it got
     * @param cause what Jackson threw
     */
    public static ReaderException malformedLine(String file, int columns, DeltaError cause) {
        String condition = "MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION";
        String record = "[" + String.join(",", Collections.nCopies(columns, "null")) + "]";
        DeltaError parsing = new DeltaError(
                SPARK_EXCEPTION,
                condition,
                "[" + condition + "] Malformed records are detected in record parsing: " + record
                        + ".\nParse Mode: FAILFAST."
                        + " To process malformed records as null result, try setting the option 'mode' as 'PERMISSIVE'."
                        + "  SQLSTATE: 22023");
        DeltaError reading = new DeltaError(
                SPARK_EXCEPTION,
                "FAILED_READ_FILE.NO_HINT",
                "[FAILED_READ_FILE.NO_HINT] Encountered error while reading file " + file + ".  SQLSTATE: KD001");
        return new ReaderException(cause.within(parsing).within(reading));
    }

    /** A task found no such file. */
    public static ReaderException readFileNotExist(String file) {
        return error(
                SPARK_EXCEPTION,
                "FAILED_READ_FILE.FILE_NOT_EXIST",
                "Encountered error while reading file " + file
                        + ". File does not exist. It is possible the underlying files have been updated.");
    }

    /** A path of the log is no URI. */
    public static ReaderException badPath(String why) {
        return error(
                SPARK_EXCEPTION,
                "FAILED_EXECUTE_UDF",
                "User defined function (`CanonicalPathFunction`: (string) => string) failed due to:"
                        + " java.net.URISyntaxException: " + why + ".");
    }

    /** The driver itself found no such file. */
    public static ReaderException fileNotFound(String file) {
        return plain("java.io.FileNotFoundException", "File " + file + " does not exist");
    }

    /** The driver itself could not make sense of a file. */
    public static ReaderException ioException(String why) {
        return plain("java.io.IOException", why);
    }

    /** The driver itself found that a file is no Parquet. */
    public static ReaderException notParquet(String file, String why) {
        return plain("java.lang.RuntimeException", file + " is not a Parquet file. " + why);
    }

    /** A JSON manifest of a v2 checkpoint breaks off or is malformed. */
    public static ReaderException manifestMalformed(boolean insideAnAction, String why) {
        return plain(
                insideAnAction
                        ? "com.fasterxml.jackson.databind.JsonMappingException"
                        : "com.fasterxml.jackson.core.JsonParseException",
                why);
    }

    /** A v2 checkpoint without its mark. */
    public static ReaderException noCheckpointMetadata(String what) {
        return plain("java.lang.IllegalStateException", what + " has no CheckpointMetadata action");
    }

    /** Any other illegal state, in Delta's words. */
    public static ReaderException illegalState(String what) {
        return plain("java.lang.IllegalStateException", what);
    }

    /** In-commit timestamps are on and the commit has no commitInfo. */
    public static ReaderException missingCommitInfo(long version) {
        return error(
                ILLEGAL_STATE,
                "DELTA_MISSING_COMMIT_INFO",
                "This table has the feature inCommitTimestamp enabled which requires the presence of the CommitInfo"
                        + " action in every commit. However, the CommitInfo action is missing from commit version "
                        + version + ".");
    }

    /** In-commit timestamps are on and the commitInfo has none. */
    public static ReaderException missingCommitTimestamp(long version) {
        return error(
                ILLEGAL_STATE,
                "DELTA_MISSING_COMMIT_TIMESTAMP",
                "This table has the feature inCommitTimestamp enabled which requires the presence of commitTimestamp in"
                        + " the CommitInfo action. However, this field has not been set in commit version " + version
                        + ".");
    }

    private static ReaderException plain(String exceptionClass, String message) {
        return new ReaderException(new DeltaError(exceptionClass, null, message));
    }

    private static ReaderException error(String exceptionClass, String condition, String message) {
        return new ReaderException(new DeltaError(exceptionClass, condition, "[" + condition + "] " + message));
    }

    private static String joined(Collection<?> items) {
        return items.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
