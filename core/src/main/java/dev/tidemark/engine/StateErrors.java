package dev.tidemark.engine;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.format.codec.CodecFlaw;
import dev.tidemark.format.type.SchemaText;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.io.ChunkChecksums;
import dev.tidemark.state.LocalChecksum;
import dev.tidemark.state.StateFlaw;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.UnbasedLineage;
import dev.tidemark.state.load.FailedRepair;
import dev.tidemark.state.load.LoadObstacle;
import dev.tidemark.state.load.StrangeRow;

/** What Spark throws over state, one factory a situation. Authority: Spark 4.2 StateStoreErrors, QueryExecutionErrors. */
final class StateErrors {
    static final Advice DIRECTORY_GONE = new Advice(
            "the query has stateful operators, and the checkpoint has no state",
            "restore the directory state from a copy; the logs alone cannot rebuild it. Without one, start on a new"
                    + " checkpoint");
    static final Advice OPERATORS_CHANGED = new Advice(
            "the stateful operators of the query are not those that wrote the checkpoint",
            "restart with the old operators, or start on a new checkpoint");
    static final Advice SCHEMA_CHANGED = new Advice(
            "the query's state has other columns than the state in the checkpoint: another number, other types, or null"
                    + " allowed where it was not",
            "restart with the old keys and aggregates, or start on a new checkpoint; names do not matter, types and their"
                    + " order do");
    static final Advice SKIPPED_UNDER_FORMAT_2 = new Advice(
            "the sink has this batch already and skips it, so that its state is not written, and a checkpoint of format 2"
                    + " (stateStore.checkpointFormatVersion) then has no ids for its commit: every restart ends here",
            "make the sink take the batch again, which doubles its rows unless they are removed first, or go back on the"
                    + " sink's and the checkpoint's side together; else start on a new checkpoint");

    static final Advice PROVIDER_LACKS_IDS = new Advice(
            "spark.sql.streaming.stateStore.checkpointFormatVersion is above 1, and the HDFS-backed provider keeps no ids"
                    + " of its state files",
            "set spark.sql.streaming.stateStore.checkpointFormatVersion to 1, or use the RocksDB provider on a new"
                    + " checkpoint");

    static final Advice JOIN_FORMAT_UNFINISHED = new Advice(
            "the join keeps its state in format 4, which Spark 4.2 has not finished: only a session with"
                    + " spark.sql.streaming.join.stateFormatV4.enabled may use it",
            "start on a new checkpoint with spark.sql.streaming.join.stateFormatVersion 2 or 3");

    private static final String SPARK = "org.apache.spark.SparkException";
    private static final String STATE = "org.apache.spark.sql.execution.streaming.state.";
    private static final String CANNOT_LOAD = "CANNOT_LOAD_STATE_STORE.";
    private static final String UNCATEGORIZED = CANNOT_LOAD + "UNCATEGORIZED";
    private static final String CANNOT_LOAD_TEXT = "An error occurred during loading state. ";
    private static final String CHECKSUM = "CHECKPOINT_FILE_CHECKSUM_VERIFICATION_FAILED";
    private static final Pattern SUM = Pattern.compile("(-?\\d+) over (\\d+) bytes");
    private static final Pattern BYTES = Pattern.compile("(\\d+) bytes");
    private static final Pattern UNIQUE_VERSION = Pattern.compile("(\\d+_[0-9a-f-]{36})");

    private final SparkBehaviour behaviour;
    private final SparkErrors errors;

    StateErrors(SparkBehaviour behaviour, SparkErrors errors) {
        this.behaviour = behaviour;
        this.errors = errors;
    }

    /** The part of a store that a schema is of. */
    enum Part {
        KEY,
        VALUE
    }

    SparkError directoryMissing(Map<Long, String> operators) {
        return errors.conditioned(
                "org.apache.spark.SparkRuntimeException",
                "STREAMING_STATEFUL_OPERATOR_MISSING_STATE_DIRECTORY",
                "42K03",
                "Cannot restart streaming query with stateful operators because the state directory is empty or missing.\n"
                        + "Stateful operators in current batch: [" + listed(operators) + "].\n"
                        + "This typically occurs when state files have been deleted or the streaming query was previously"
                        + " run without stateful operators but restarted with stateful operators.\n"
                        + "Please remove the stateful operators, use a new checkpoint location, or restore the missing"
                        + " state files.");
    }

    SparkError operatorsDiffer(Map<Long, String> recorded, Map<Long, String> planned) {
        return errors.conditioned(
                "org.apache.spark.SparkRuntimeException",
                "STREAMING_STATEFUL_OPERATOR_NOT_MATCH_IN_STATE_METADATA",
                "42K03",
                "Streaming stateful operator name does not match with the operator in state metadata. This likely to"
                        + " happen when user adds/removes/changes stateful operator of existing streaming query.\nStateful"
                        + " operators in the metadata: [" + listed(recorded)
                        + "]; Stateful operators in current batch: [" + listed(planned) + "].");
    }

    private static String listed(Map<Long, String> operators) {
        return operators.entrySet().stream()
                .map(operator -> "(OperatorId: " + operator.getKey() + " -> OperatorName: " + operator.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    SparkError schemaDiffers(Part part, StructSchema stored, StructSchema provided) {
        String word = part == Part.KEY ? "key" : "value";
        if (!behaviour.checksOperatorsOnDriver()) {
            String text = "Provided schema doesn't match to the schema for existing state! Please note that Spark allow"
                    + " difference of field name: check count of fields and data type of each field.\n- Provided "
                    + word
                    + " schema: " + SchemaText.of(provided) + "\n- Existing " + word + " schema: "
                    + SchemaText.of(stored);
            return SparkErrors.inTask(SparkError.plain(STATE + "StateSchemaNotCompatible", text));
        }
        String condition = "STATE_STORE_" + (part == Part.KEY ? "KEY" : "VALUE") + "_SCHEMA_NOT_COMPATIBLE";
        String className =
                STATE + (part == Part.KEY ? "StateStoreKeySchemaNotCompatible" : "StateStoreValueSchemaNotCompatible");
        return errors.conditioned(
                className,
                condition,
                "XXKST",
                "Provided " + word + " schema does not match existing state " + word
                        + " schema.\nPlease check number and type of fields.\nExisting " + word + "_schema="
                        + SchemaText.of(stored) + " and new " + word + "_schema=" + SchemaText.of(provided)
                        + ".\nIf you want to force running the query without schema validation, please set"
                        + " spark.sql.streaming.stateStore.stateSchemaCheck to false.\nHowever, please note that running the"
                        + " query with incompatible schema could cause non-deterministic behavior.");
    }

    /** The HDFS-backed provider under checkpoint format 2 and later. */
    SparkError checkpointIdsNotSupported(int format) {
        if (behaviour.namesUnsupportedCheckpointIds()) {
            return errors.conditioned(
                    STATE + "StateStoreCheckpointIdsNotSupported",
                    "STATE_STORE_CHECKPOINT_IDS_NOT_SUPPORTED",
                    "KD002",
                    "HDFSBackedStateStoreProvider does not support checkpointFormatVersion > 1");
        }
        return SparkErrors.inTask(SparkError.plain(
                "java.lang.AssertionError",
                "assertion failed: HDFS State Store Provider doesn't support checkpointFormatVersion >= 2"
                        + " checkpointFormatVersion " + format));
    }

    SparkError noCheckpointIds(int partitions) {
        return SparkError.plain(
                "java.lang.AssertionError", "assertion failed: CheckpointInfo length: 0, numPartitions: " + partitions);
    }

    SparkError cannotLoad(StateStoreId id, LoadObstacle obstacle) {
        Damage damage = obstacle.damage();
        String file = errors.place(damage.at().path());
        if (damage.cause() instanceof FailedRepair repair) {
            return failedRepair(id, repair);
        }
        if (damage.cause() instanceof StrangeRow row) {
            return strangeRow(id, obstacle.condition(), row);
        }
        if (!behaviour.namesStateFaults()) {
            return SparkErrors.inTask(oldFault(id, obstacle, file));
        }
        if (obstacle.condition().equals(CHECKSUM)) {
            SparkError inner = errors.conditioned(
                    SPARK,
                    CHECKSUM,
                    "XX000",
                    "Checksum verification failed, the file may be corrupted. File: " + file + "\n" + sums(damage));
            return uncategorized().causing(inner);
        }
        if (obstacle.condition().equals(UNCATEGORIZED)) {
            return uncategorized().causing(cause(id, damage, file));
        }
        SparkError named = errors.conditioned(
                SPARK,
                obstacle.condition(),
                "58030",
                CANNOT_LOAD_TEXT + detail(id, obstacle.condition(), damage, file));
        return damage.kind() == DamageKind.MISSING
                        && !obstacle.condition().endsWith("CANNOT_FIND_BASE_SNAPSHOT_CHECKPOINT")
                ? named.causing(notFound(file))
                : named;
    }

    /** Authority: Spark 4.2 AutoSnapshotLoader.loadSnapshot, StateStoreErrors.cannotLoadStore. */
    private SparkError failedRepair(StateStoreId id, FailedRepair repair) {
        SparkError failure = errors.conditioned(
                STATE + "StateStoreAutoSnapshotRepairFailed",
                CANNOT_LOAD + "AUTO_SNAPSHOT_REPAIR_FAILED",
                "58030",
                CANNOT_LOAD_TEXT + "Failed to load snapshot version " + repair.latest()
                        + " for state store StateStoreId(opId="
                        + id.operatorId() + ",partId=" + id.partitionId() + ",name=" + id.storeName()
                        + "). An attempt to auto repair using snapshot versions (" + listed(repair.tried())
                        + ") out of available snapshots (" + listed(repair.there()) + ") also failed.");
        SparkError last = cannotLoad(id, repair.last());
        boolean isWrapped = repair.last().condition().equals(UNCATEGORIZED);
        List<SparkError.Cause> causes = last.causes();
        SparkError thrown = isWrapped && causes.size() > 1 ? new SparkError(causes.subList(1, causes.size())) : last;
        return uncategorized().causing(failure.causing(thrown));
    }

    private static String listed(List<Long> versions) {
        return versions.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /**
     * The first row that a store loads, and is no row of its schema. Authority: Spark 3.5 InvalidUnsafeRowException; 4.0
     * StateStoreErrors.keyRowFormatValidationFailure; 4.1 ConvertableToCannotLoadStoreError.
     */
    private SparkError strangeRow(StateStoreId id, String condition, StrangeRow row) {
        String part = row.part() == StrangeRow.Part.KEY ? "Key" : "Value";
        if (!behaviour.namesStateFaults()) {
            return SparkErrors.inTask(SparkError.plain(
                    STATE + "InvalidUnsafeRowException",
                    "The streaming query failed by state format invalidation. The following reasons may cause this: 1. An"
                            + " old Spark version wrote the checkpoint that is incompatible with the current one; 2."
                            + " Broken checkpoint files; 3. The query is changed among restart. For the first case, you"
                            + " can try to restart the application without checkpoint or use the legacy Spark version to"
                            + " process the streaming state.\n" + row.explained()));
        }
        boolean isNamed = behaviour.namesStoresById();
        String store = isNamed
                ? " for stateStore=StateStoreId[ operatorId=" + id.operatorId() + ", partitionId=" + id.partitionId()
                        + ", storeName=" + id.storeName() + " ]"
                : "";
        SparkError failure = errors.conditioned(
                STATE + "StateStore" + part + "RowFormatValidationFailure",
                "STATE_STORE_" + part.toUpperCase(Locale.ROOT) + "_ROW_FORMAT_VALIDATION_FAILURE",
                "XX000",
                "The streaming query failed to validate written state for " + part.toLowerCase(Locale.ROOT) + " row"
                        + store
                        + ".\nThe following reasons may cause this:\n1. An old Spark version wrote the checkpoint"
                        + " that is incompatible with the current one\n2. Corrupt checkpoint files\n3. The query changed in"
                        + " an incompatible way between restarts\nFor the first case, use a new checkpoint directory or use"
                        + " the original Spark version\nto process the streaming state. Retrieved error_message="
                        + row.explained());
        return isNamed
                ? errors.conditioned(
                        SPARK,
                        condition,
                        "58030",
                        CANNOT_LOAD_TEXT + failure.causes().get(0).message())
                : uncategorized().causing(failure);
    }

    /** What the sub-condition says. Authority: Spark 4.1 QueryExecutionErrors and error-conditions.json. */
    private String detail(StateStoreId id, String condition, Damage damage, String file) {
        String found = damage.found().replaceFirst(" \\(.*", "");
        return switch (condition.substring(condition.indexOf('.') + 1)) {
            case "CANNOT_READ_DELTA_FILE_NOT_EXISTS" ->
                "Error reading delta file " + file + " of " + provider(id, file) + ": " + file + " does not exist.";
            case "CANNOT_READ_DELTA_FILE_KEY_SIZE" ->
                "Error reading delta file " + file + " of " + provider(id, file) + ": key size cannot be " + found
                        + ".";
            case "CANNOT_READ_SNAPSHOT_FILE_KEY_SIZE" ->
                "Error reading snapshot file " + file + " of " + provider(id, file) + ": key size cannot be " + found
                        + ".";
            case "CANNOT_READ_SNAPSHOT_FILE_VALUE_SIZE" ->
                "Error reading snapshot file " + file + " of " + provider(id, file) + ": value size cannot be " + found
                        + ".";
            case "CANNOT_READ_STREAMING_STATE_FILE" ->
                "Error reading streaming state file of " + file
                        + " does not exist. If the stream job is restarted with a"
                        + " new or updated state operation, please create a new checkpoint location or clear the existing"
                        + " checkpoint location.";
            case "INVALID_CHANGE_LOG_READER_VERSION" ->
                "The change log reader version cannot be " + found.replaceFirst("^v", "")
                        + ". The checkpoint probably is from a future Spark version, please upgrade your Spark.";
            case "CANNOT_READ_CHECKPOINT" ->
                "Cannot read RocksDB checkpoint metadata. Expected " + damage.expected() + ", but found " + found + ".";
            case "CANNOT_FIND_BASE_SNAPSHOT_CHECKPOINT" ->
                "Cannot find a base snapshot checkpoint with lineage: " + lineage(damage) + ".";
            case "UNEXPECTED_FILE_SIZE" -> otherSize(id, damage, file) + ".";
            default -> damage.message();
        };
    }

    private static String lineage(Damage damage) {
        return damage.cause() instanceof UnbasedLineage unbased
                ? unbased.versions().stream()
                        .map(version -> version.number() + ":" + version.uniqueId())
                        .collect(Collectors.joining(" "))
                : damage.message();
    }

    /** A table that a snapshot names, once it is copied. Spark 4.2: RocksDBFileManager.loadImmutableFilesFromDfs. */
    private static String otherSize(StateStoreId id, Damage damage, String file) {
        String name = file.substring(file.lastIndexOf('/') + 1).replaceFirst("-[0-9a-f-]{36}(?=\\.|$)", "");
        Matcher expected = BYTES.matcher(damage.expected());
        Matcher found = BYTES.matcher(damage.found());
        return "Copied " + file + " to " + workingDirectory(id) + name + ", expected "
                + (expected.find() ? expected.group(1) : "other") + " bytes, found "
                + (found.find() ? found.group(1) : "other") + " bytes";
    }

    private static String workingDirectory(StateStoreId id) {
        return "/local/StateStoreId(opId=" + id.operatorId() + ",partId=" + id.partitionId() + ",name=" + id.storeName()
                + ")-chosen at the start/workingDir-chosen at the start/";
    }

    private String provider(StateStoreId id, String file) {
        if (behaviour.namesStoresById()) {
            return "HDFSStateStoreProvider[stateStoreProviderId=StateStoreProviderId[ storeId=StateStoreId[ operatorId="
                    + id.operatorId() + ", partitionId=" + id.partitionId() + ", storeName=" + id.storeName()
                    + " ], queryRunId=chosen at the start ]]";
        }
        String directory = file.substring(0, file.lastIndexOf('/'));
        return "HDFSStateStoreProvider[id = (op=" + id.operatorId() + ",part=" + id.partitionId() + "),dir = "
                + directory + "]";
    }

    /** Both checksums and lengths as Spark says them, where the damage tells all four. */
    private static String sums(Damage damage) {
        Matcher expected = SUM.matcher(damage.expected());
        Matcher found = SUM.matcher(damage.found());
        return expected.find() && found.find()
                ? "Expected (file size: " + expected.group(2) + ", checksum: " + expected.group(1)
                        + "), Computed (file size: " + found.group(2) + ", checksum: " + found.group(1) + ")."
                : damage.message();
    }

    private SparkError uncategorized() {
        return errors.conditioned(SPARK, UNCATEGORIZED, "58030", CANNOT_LOAD_TEXT);
    }

    private static SparkError notFound(String file) {
        return SparkError.plain("java.io.FileNotFoundException", "File " + file + " does not exist");
    }

    /**
     * What lies below an error that has no name of its own. An archive is copied into a directory without a word as far as it
     * has entries, and its manifest then looked for there. Authority: Spark 3.5 to 4.2
     * RocksDBFileManager.loadCheckpointFromDfs.
     */
    private static SparkError cause(StateStoreId id, Damage damage, String file) {
        if (damage.cause() == StateFlaw.NO_MANIFEST) {
            return SparkError.plain("java.nio.file.NoSuchFileException", workingDirectory(id) + "metadata");
        }
        Matcher unique = UNIQUE_VERSION.matcher(damage.at().path());
        if (damage.cause() == StateFlaw.IDENTIFIED_SNAPSHOT && unique.find()) {
            return SparkError.plain("java.lang.NumberFormatException", "For input string: \"" + unique.group(1) + "\"");
        }
        if (damage.cause() == StateFlaw.UNNAMED_FAMILY) {
            return SparkError.plain("java.lang.NullPointerException", "");
        }
        if (damage.cause() instanceof LocalChecksum unlike) {
            ChunkChecksums.Mismatch mismatch = unlike.mismatch();
            return SparkError.plain(
                    "org.apache.hadoop.fs.ChecksumException",
                    "Checksum error: " + file + " at " + mismatch.atByte() + " exp: " + mismatch.expected() + " got: "
                            + mismatch.found());
        }
        if (damage.cause() instanceof StateFlaw flaw && flaw.isInSideFile()) {
            return unreadableChecksum(flaw, damage);
        }
        return switch (damage.kind()) {
            case MISSING -> notFound(file);
            case EMPTY, TRUNCATED ->
                damage.at().path().endsWith(".changelog") && damage.kind() == DamageKind.EMPTY
                        ? SparkError.plain(
                                "java.lang.AssertionError",
                                "assertion failed: readLineage should only be invoked with state store checkpoint id enabled"
                                        + " (version >= 3)")
                        : SparkError.plain("java.io.EOFException", endOf(damage));
            default -> SparkError.plain("java.io.IOException", "Stream is corrupted");
        };
    }

    /** What is said of a side file that is no text, no JSON, or lacks a field. Spark 4.2: Checksum.fromJson. */
    private static SparkError unreadableChecksum(StateFlaw flaw, Damage damage) {
        if (flaw == StateFlaw.SIDE_FILE_NOT_TEXT) {
            return SparkError.plain("java.nio.charset.MalformedInputException", "Input length = 1");
        }
        return switch (damage.kind()) {
            case EMPTY ->
                SparkError.plain(
                        "com.fasterxml.jackson.databind.exc.MismatchedInputException",
                        "No content to map due to end-of-input");
            case TRUNCATED -> SparkError.plain("com.fasterxml.jackson.core.io.JsonEOFException", damage.found());
            default ->
                flaw == StateFlaw.SIDE_FILE_NOT_JSON
                        ? SparkError.plain("com.fasterxml.jackson.core.JsonParseException", damage.found())
                        : SparkError.plain("org.json4s.MappingException", "No usable value");
        };
    }

    /**
     * What a stream says that ends too soon; one that is empty, or ends inside the header of an LZ4 block, ends for its
     * reader as if no block were missing, and says nothing. Authority: lz4-java LZ4BlockInputStream.refill.
     */
    private static String endOf(Damage damage) {
        if (damage.at().path().endsWith(".zip")) {
            return "Unexpected end of ZLIB input stream";
        }
        boolean isInHeader = damage.cause() == CodecFlaw.TORN_HEADER;
        return damage.kind() == DamageKind.TRUNCATED && !isInHeader ? "Stream ended prematurely" : "";
    }

    /** A length that cannot be. Spark 3.5: QueryExecutionErrors.failedToReadDeltaFileError, StateStoreChangelogReader. */
    private static SparkError oldSizeFault(String text, Damage damage, String file) {
        if (file.endsWith(".changelog")) {
            String found = damage.found().replaceFirst(" \\(.*", "");
            return SparkError.plain(
                    "java.io.IOException",
                    "Error reading streaming state file " + file + ": key size cannot be " + found);
        }
        return file.endsWith(".delta")
                ? SparkErrors.legacy(SPARK, 2258, text)
                : SparkErrors.legacy(SPARK, 2259, text.replaceFirst("\\.$", ""));
    }

    /** Before Spark 4.0 the faults have no conditions. */
    private SparkError oldFault(StateStoreId id, LoadObstacle obstacle, String file) {
        Damage damage = obstacle.damage();
        if (damage.kind() == DamageKind.MISSING && file.endsWith(".delta")) {
            String text =
                    "Error reading delta file " + file + " of " + provider(id, file) + ": " + file + " does not exist";
            return SparkError.plain("java.lang.IllegalStateException", text).causing(notFound(file));
        }
        if (obstacle.condition().endsWith("KEY_SIZE") || obstacle.condition().endsWith("VALUE_SIZE")) {
            return oldSizeFault(detail(id, obstacle.condition(), damage, file), damage, file);
        }
        if (damage.cause() == StateFlaw.OTHER_SIZE) {
            return SparkError.plain("java.lang.IllegalStateException", otherSize(id, damage, file) + " ");
        }
        if (damage.kind() == DamageKind.MISSING && file.endsWith(".changelog")) {
            String text = "Error reading streaming state file of " + file
                    + " does not exist. If the stream job is restarted with a new or updated state operation, please create a"
                    + " new checkpoint location or clear the existing checkpoint location.";
            return SparkError.plain("java.lang.IllegalStateException", text).causing(notFound(file));
        }
        return damage.kind() == DamageKind.MISSING && damage.cause() != StateFlaw.NO_MANIFEST
                ? notFound(file)
                : cause(id, damage, file);
    }
}
