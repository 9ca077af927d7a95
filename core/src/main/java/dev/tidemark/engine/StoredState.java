package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.OperatorDescription.StoreDescription;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.load.Detour;
import dev.tidemark.state.load.LoadChecker;
import dev.tidemark.state.load.LoadObstacle;
import dev.tidemark.state.load.LoadRules;
import dev.tidemark.state.load.LoadVerdict;
import dev.tidemark.state.load.RowFormat;
import dev.tidemark.state.operator.RowAudit;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.JoinStores;
import dev.tidemark.state.schema.OperatorMetadata;
import dev.tidemark.state.schema.OperatorName;
import dev.tidemark.state.schema.OperatorReader;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import dev.tidemark.stream.CheckpointState;
import org.jspecify.annotations.Nullable;

/**
 * The state files of the checkpoint against the query. Authority: Spark 4.2 IncrementalExecution (the state rule),
 * StateSchemaCompatibilityChecker, the providers' load.
 */
final class StoredState implements StateModel {
    private static final String TIMEOUT = "timeoutTimestamp";
    private static final String HDFS_BACKED = ".HDFSBackedStateStoreProvider";
    private static final String REPAIR = "spark.sql.streaming.stateStore.autoSnapshotRepair.";
    private static final String JOIN_FORMAT = "spark.sql.streaming.join.stateFormatVersion";
    private static final int UNFINISHED_JOIN_FORMAT = 4;
    private static final String MATCHED = "matched";
    private static final String FORMAT_VALIDATION = "spark.sql.streaming.stateStore.formatValidation.enabled";

    private final QueryDescription query;
    private final SparkBehaviour behaviour;
    private final SessionConf session;
    private final QueryStart start;
    private final Checkpoint checkpoint;
    private final StateErrors errors;
    private final Ledger ledger;
    private final Readings readings;
    private final FilesInTheWay inTheWay;
    private boolean isLoaded;

    StoredState(
            QueryDescription query,
            SparkBehaviour behaviour,
            QueryStart start,
            Checkpoint checkpoint,
            Ledger ledger,
            Readings readings) {
        this.query = query;
        this.behaviour = behaviour;
        this.session = new SessionConf(query, behaviour);
        this.start = start;
        this.checkpoint = checkpoint;
        this.ledger = ledger;
        this.readings = readings;
        this.inTheWay = new FilesInTheWay(checkpoint.storage());
        this.errors = new StateErrors(behaviour, start.errors());
    }

    private List<OperatorDescription> operators() {
        List<OperatorDescription> operators = query.operators();
        return operators == null ? List.of() : operators;
    }

    @Override
    public Map<Long, String> operatorNames() throws IOException {
        Map<Long, String> names = new TreeMap<>();
        if (isInTheWay()) {
            return names;
        }
        for (StatefulOperator operator : recorded(Long.MAX_VALUE - 1)) {
            operator.name().ifPresent(name -> names.put((long) operator.operatorId(), name));
        }
        return names;
    }

    @Override
    public Map<Long, Set<TimeMode>> timeModes() throws IOException {
        Map<Long, Set<TimeMode>> modes = new TreeMap<>();
        if (isInTheWay()) {
            return modes;
        }
        List<StatefulOperator> recorded = recorded(Long.MAX_VALUE - 1);
        for (OperatorDescription operator : operators()) {
            Optional<StatefulOperator> found = recorded.stream()
                    .filter(each -> each.operatorId() == operator.operatorId())
                    .findFirst();
            modes.put(operator.operatorId(), timeModes(operator, found));
        }
        return modes;
    }

    /**
     * The metadata of transformWithState names its time mode; a group's value holds the time of its timeout where it has one,
     * which without a watermark is a processing time. Authority: Spark 4.1 TransformWithStateOperatorProperties,
     * FlatMapGroupsWithStateExecHelper.
     */
    private Set<TimeMode> timeModes(OperatorDescription operator, Optional<StatefulOperator> recorded) {
        String named = recorded.flatMap(StatefulOperator::knownMetadata)
                .flatMap(metadata -> metadata.properties().text("timeMode"))
                .orElse("");
        Set<TimeMode> modes = TimeMode.any();
        switch (named) {
            case "NoTime" -> modes.retainAll(Set.of(TimeMode.NONE));
            case "EventTime" -> modes.retainAll(Set.of(TimeMode.EVENT_TIME));
            case "ProcessingTime" -> modes.retainAll(Set.of(TimeMode.PROCESSING_TIME));
            default -> {}
        }
        Optional<StructSchema> value = groupValue(operator, recorded);
        if (value.isPresent()) {
            boolean hasTimeout =
                    value.get().fields().stream().anyMatch(field -> field.name().equals(TIMEOUT));
            modes.removeIf(mode -> (mode == TimeMode.NONE) == hasTimeout);
        }
        if (query.sources().stream().allMatch(source -> source.watermark() == null)) {
            modes.remove(TimeMode.EVENT_TIME);
        }
        return modes;
    }

    /** The value of a group's state, as described or else as it is stored. */
    private static Optional<StructSchema> groupValue(
            OperatorDescription operator, Optional<StatefulOperator> recorded) {
        if (!String.valueOf(operator.name()).toLowerCase(Locale.ROOT).endsWith("groupswithstate")) {
            return Optional.empty();
        }
        StoreDescription described = operator.stores().get(StateStoreId.DEFAULT_STORE);
        StructSchema value = described == null ? null : StateSchemas.described(described.value());
        return value != null
                ? Optional.of(value)
                : recorded.stream()
                        .flatMap(found -> found.stores().stream())
                        .flatMap(store -> store.families().stream())
                        .map(ColumnFamilySchema::value)
                        .findFirst();
    }

    /** Whether a plain file is where the state of some operator belongs. */
    private boolean isInTheWay() throws IOException {
        boolean isInTheWay = false;
        for (OperatorDescription operator : operators()) {
            isInTheWay |= inTheWay.ofOperator(operator.operatorId()).isPresent();
        }
        return isInTheWay;
    }

    private void requireDirectories(long batchId) throws IOException {
        for (OperatorDescription operator : operators()) {
            Optional<StoragePath> file = inTheWay.ofOperator(operator.operatorId());
            if (file.isPresent()) {
                String path = file.get().value();
                boolean isOnDriver = behaviour.checksOperatorsOnDriver();
                SparkError error = start.errors().directoryIsFile(path);
                throw start.deaths()
                        .death(
                                isOnDriver ? Step.PLAN : Step.LOAD_STATE,
                                batchId,
                                path,
                                isOnDriver ? error : SparkErrors.inTask(error),
                                Advices.fileInTheWay(path));
            }
            file = inTheWay.amongPartitions(operator.operatorId(), partitions(operator));
            if (file.isPresent()) {
                throw new UndecidedException(
                        file.get() + " is a file and should be a directory: the task that loads its"
                                + " state fails, with what is not known");
            }
        }
    }

    @Override
    public void plan(long batchId, boolean isIdle) throws IOException {
        if (behaviour.checksOperatorsOnDriver()) {
            requireDirectories(batchId);
        } else if (isInTheWay()) {
            return; // a task meets it
        }
        boolean hasDirectory = !stateEntries().isEmpty() || ledger.hasAnyState();
        if (query.operators() == null && hasDirectory) {
            throw new UndecidedException(
                    "the query description does not say which stateful operators there are (operators), and the checkpoint"
                            + " has state");
        }
        requireKnownJoin(recorded(batchId));
        boolean isLimitDropped = isIdle && isLimitDroppedWhenIdle();
        if (batchId == 0) {
            requireLimit(batchId, isLimitDropped);
            if (behaviour.checksOperatorsOnDriver()) {
                requireSchemas(batchId, recorded(batchId));
            }
            return;
        }
        if (!operators().isEmpty() && !hasDirectory && behaviour.wantsStateDirectory()) {
            throw start.deaths()
                    .death(Step.PLAN, batchId, "state", errors.directoryMissing(names()), StateErrors.DIRECTORY_GONE);
        }
        List<StatefulOperator> recorded = recorded(batchId);
        if (behaviour.checksOperatorsOnDriver()) {
            requireSameOperators(batchId, recorded, isLimitDropped);
        }
        requireLimit(batchId, isLimitDropped);
        if (behaviour.checksOperatorsOnDriver()) {
            requireSchemas(batchId, recorded);
        }
    }

    @Override
    public void checkInTasks(long batchId) throws IOException {
        if (!behaviour.checksOperatorsOnDriver()) {
            requireSchemas(batchId, recorded(batchId));
        }
    }

    /**
     * An operator wants its rows shuffled to the partitions of its state. Where that is one, the single partition in which a
     * single file is read does as well. Authority: Spark 4.1 StatefulOpClusteredDistribution, AllTuples, EnsureRequirements.
     */
    @Override
    public boolean isLoadedBehindShuffle(@Nullable Integer files) {
        if (operators().isEmpty()) {
            return false;
        }
        OperatorDescription lowest = operators().get(operators().size() - 1);
        return partitions(lowest) > 1 || (files != null && files > 1);
    }

    private static boolean isLimit(OperatorDescription operator) {
        return String.valueOf(operator.name()).startsWith(OperatorName.GLOBAL_LIMIT);
    }

    /**
     * Whether the optimizer drops a limit from a batch in which no source has new rows: none is never more than the limit.
     * A watermark below it hides that from the optimizer. Authority: Spark 3.5 to 4.2 EliminateLimits, LogicalPlan.maxRows.
     */
    private boolean isLimitDroppedWhenIdle() {
        return operators().stream().anyMatch(StoredState::isLimit)
                && query.sources().stream().allMatch(source -> source.watermark() == null);
    }

    private static void requireLimit(long batchId, boolean isLimitDropped) {
        if (isLimitDropped) {
            throw new UndecidedException("no source has anything new in batch " + batchId
                    + ": the optimizer drops the limit from it, so that it loads and writes no state of the limit,"
                    + " which the next batch then misses");
        }
    }

    /**
     * A join in format 1: Spark refuses all but an inner one, and since 4.1 has nothing that writes the schema of one that
     * begins. Authority: Spark 3.5 to 4.2 StreamingSymmetricHashJoinExec, 4.1 SchemaHelper.SchemaWriter.createSchemaWriter.
     */
    private void requireKnownJoin(List<StatefulOperator> recorded) {
        boolean isJoin = operators().stream().anyMatch(operator -> OperatorName.JOIN.equals(operator.name()));
        boolean hasState =
                recorded.stream().anyMatch(operator -> !operator.stores().isEmpty());
        if (isJoin && !hasState && joinFormat() == 1) {
            throw new UndecidedException(
                    "the state of the join begins in format 1 (" + JOIN_FORMAT + "): every join but an"
                            + " inner one is refused then"
                            + (behaviour.writesJoinSchemasByFormat() ? ", and an inner one too" : "")
                            + ", and the query description does not say which it is");
        }
    }

    /** The conf names a format that is not done: each task of the join refuses it, unless the session says otherwise. */
    private void requireFinishedJoin(long batchId) {
        boolean isEnabled = query.conf("spark.sql.streaming.join.stateFormatV4.enabled")
                .filter(value -> value.trim().equalsIgnoreCase("true"))
                .isPresent();
        boolean isJoin = operators().stream().anyMatch(operator -> OperatorName.JOIN.equals(operator.name()));
        if (isJoin && joinFormat() == UNFINISHED_JOIN_FORMAT && !isEnabled) {
            throw start.deaths()
                    .death(
                            Step.LOAD_STATE,
                            batchId,
                            null,
                            SparkErrors.inTask(SparkError.plain(
                                    "java.lang.IllegalArgumentException",
                                    "requirement failed: State format version 4 is under development.")),
                            StateErrors.JOIN_FORMAT_UNFINISHED);
        }
    }

    private int joinFormat() {
        return conf().joinFormat().orElse(0);
    }

    private List<FileEntry> stateEntries() throws IOException {
        return checkpoint.entries(Checkpoint.STATE).stream()
                .filter(FileEntry::isDirectory)
                .toList();
    }

    private Map<Long, String> names() {
        Map<Long, String> names = new LinkedHashMap<>();
        operators().forEach(operator -> names.put(operator.operatorId(), String.valueOf(operator.name())));
        return names;
    }

    private List<StatefulOperator> recorded(long batchId) throws IOException {
        List<StatefulOperator> recorded = new ArrayList<>();
        for (int id : OperatorReader.operatorIds(checkpoint.storage())) {
            recorded.add(OperatorReader.read(checkpoint.storage(), id, batchId));
        }
        return recorded;
    }

    private void requireSameOperators(long batchId, List<StatefulOperator> recorded, boolean isLimitDropped) {
        Map<Long, String> onRecord = new TreeMap<>();
        for (StatefulOperator operator : recorded) {
            operator.knownMetadata()
                    .map(OperatorMetadata::operatorName)
                    .ifPresent(name -> onRecord.put((long) operator.operatorId(), name));
        }
        Map<Long, String> planned = names();
        if (isLimitDropped) {
            operators().stream()
                    .filter(StoredState::isLimit)
                    .forEach(operator -> planned.remove(operator.operatorId()));
        }
        boolean isNamed = operators().stream().allMatch(operator -> operator.name() != null);
        if (!onRecord.isEmpty() && isNamed && !onRecord.equals(new TreeMap<>(planned))) {
            throw start.deaths()
                    .death(
                            Step.PLAN,
                            batchId,
                            "state",
                            errors.operatorsDiffer(onRecord, planned),
                            StateErrors.OPERATORS_CHANGED);
        }
    }

    private boolean checksSchemas() {
        return query.conf("spark.sql.streaming.stateStore.stateSchemaCheck")
                .map(value -> !value.trim().equalsIgnoreCase("false"))
                .orElse(true);
    }

    private void requireSchemas(long batchId, List<StatefulOperator> recorded) {
        if (!checksSchemas()) {
            return;
        }
        for (OperatorDescription operator : operators()) {
            for (StatefulOperator found : recorded) {
                if (found.operatorId() == operator.operatorId()) {
                    requireReadable(found);
                    requireSchemas(batchId, operator, found);
                }
            }
        }
    }

    private static void requireReadable(StatefulOperator recorded) {
        for (Damage damage : recorded.damages()) {
            boolean isOfSchema = damage.at().path().matches(".*(_metadata/schema|_stateSchema/.*)");
            if (isOfSchema && damage.kind() != DamageKind.MISSING) {
                throw new UndecidedException(
                        "the schema of the state is damaged, and what its check trips over is not known: "
                                + damage.message());
            }
        }
    }

    /**
     * Where the columns of a join are compared in tasks, an idle side is an empty relation from which the optimizer takes the
     * filters on nulls: columns that were stored as never null can be null then, and the check fails. Which columns owe
     * that to a filter is in the plan alone. Of two sources that are joined the first is the left side. Authority: Spark 3.5 run.
     */
    @Override
    public void planIdle(long batchId, Set<Integer> idle) throws IOException {
        if (behaviour.checksOperatorsOnDriver() || !checksSchemas()) {
            return;
        }
        List<OperatorDescription> joins = operators().stream()
                .filter(operator -> String.valueOf(operator.name()).startsWith("symmetricHashJoin"))
                .toList();
        boolean isOneAndOne = joins.size() == 1 && query.sources().size() == 2;
        String busy = isOneAndOne && idle.size() == 1 ? (idle.contains(0) ? "right-" : "left-") : null;
        for (OperatorDescription operator : joins) {
            StatefulOperator recorded = OperatorReader.read(checkpoint.storage(), (int) operator.operatorId(), batchId);
            for (StoreSchema store : recorded.stores()) {
                boolean isBusy = busy != null && store.storeName().startsWith(busy);
                boolean canDiffer = !isBusy
                        && store.families().stream().anyMatch(family -> hasColumnThatIsNeverNull(family.value()));
                if (canDiffer) {
                    throw new UndecidedException("a side of the join in batch " + batchId + " has no new data, and "
                            + store.storeName() + " was stored with columns that are never null: whether the planner of"
                            + " Spark " + behaviour.version() + " then takes them for nullable, and refuses the state"
                            + " (StateSchemaNotCompatible), is not in the files");
                }
            }
        }
    }

    private static boolean hasColumnThatIsNeverNull(StructSchema value) {
        return value.fields().stream()
                .anyMatch(field -> !field.nullable()
                        && field.metadata().find("spark.watermarkDelayMs").isEmpty());
    }

    private void requireSchemas(long batchId, OperatorDescription operator, StatefulOperator recorded) {
        for (StoreSchema store : recorded.stores()) {
            StoreDescription described = operator.stores().get(store.storeName());
            if (described == null || store.families().size() != 1) {
                continue;
            }
            ColumnFamilySchema family = store.families().get(0);
            String file = StateStoreId.operatorDirectory(recorded.operatorId()) + "/0/_metadata/schema";
            StructSchema key = StateSchemas.described(described.key());
            StructSchema value = provided(operator, store, key, StateSchemas.described(described.value()));
            if (key != null && !StateSchemas.areCompatible(family.key(), key)) {
                throw start.deaths()
                        .death(
                                schemaStep(),
                                batchId,
                                file,
                                errors.schemaDiffers(StateErrors.Part.KEY, family.key(), key),
                                StateErrors.SCHEMA_CHANGED);
            }
            if (value != null && !StateSchemas.areCompatible(family.value(), value)) {
                throw start.deaths()
                        .death(
                                schemaStep(),
                                batchId,
                                file,
                                errors.schemaDiffers(StateErrors.Part.VALUE, family.value(), value),
                                StateErrors.SCHEMA_CHANGED);
            }
        }
    }

    private Step schemaStep() {
        return behaviour.checksOperatorsOnDriver() ? Step.PLAN : Step.LOAD_STATE;
    }

    /**
     * The value of a store in the format that the run uses. In its first format an aggregation holds the key's columns in the
     * value too, and a join does not hold whether a row was matched. Authority: StreamingAggregationStateManagerImplV1,
     * SymmetricHashJoinStateManager.KeyWithIndexToValueRowConverterFormatV1.
     */
    private @Nullable StructSchema provided(
            OperatorDescription operator, StoreSchema store, @Nullable StructSchema key, @Nullable StructSchema value) {
        if (key == null || value == null || operator.name() == null) {
            return value;
        }
        String name = store.storeName();
        List<StructSchema.Field> fields = new ArrayList<>(value.fields());
        if (operator.name().startsWith("stateStoreSave") && conf().aggregationFormat() == 1) {
            fields.addAll(0, key.fields());
        } else if (operator.name().equals(OperatorName.JOIN)
                && (name.equals(JoinStores.values("left")) || name.equals(JoinStores.values("right")))
                && joinFormat() == 1) {
            fields.removeIf(field -> field.name().equals(MATCHED));
        }
        return new StructSchema(fields);
    }

    /** The confs as the run has them. */
    private StateConf conf() {
        Map<String, String> used = new HashMap<>();
        start.pinned().forEach(conf -> used.put(conf.key(), conf.used()));
        return new StateConf(used);
    }

    @Override
    public void load(long batchId) throws IOException {
        requireDirectories(batchId);
        requireCheckpointIds(batchId);
        requireFinishedJoin(batchId);
        if (isLoaded || batchId == 0 || ledger.hasState(batchId)) {
            isLoaded = true;
            return;
        }
        isLoaded = true;
        CheckpointState state = CheckpointState.of(checkpoint);
        for (OperatorDescription operator : operators()) {
            StateStores stores = state.stores((int) operator.operatorId(), conf());
            StatefulOperator recorded = OperatorReader.read(checkpoint.storage(), (int) operator.operatorId(), batchId);
            for (String storeName : storeNames(operator, recorded)) {
                Optional<RowFormat> format = format(operator, recorded, storeName);
                for (int partition = 0; partition < partitions(operator); partition++) {
                    StateStoreId id = new StateStoreId((int) operator.operatorId(), partition, storeName);
                    StateVersion version = versionOf(state, id, batchId);
                    LoadVerdict verdict = readings.load(
                            List.of(id, version, conf(), format, rules()),
                            () -> LoadChecker.of(stores.open(id), format).check(version, rules()));
                    if (!verdict.loads()) {
                        Detour detour = LoadChecker.of(stores.open(id), format)
                                .detour(version)
                                .orElse(null);
                        require(batchId, id, verdict, new Wanted(version, detour));
                    }
                }
            }
            requireSoundRows(operator, recorded, stores, (id, batch) -> versionOf(state, id, batch), batchId);
        }
    }

    /**
     * Rows that load and are not of their store, or do not agree with those of another: which of them a batch looks up, and
     * which its watermark drops, is not in the files.
     */
    private void requireSoundRows(
            OperatorDescription operator,
            StatefulOperator recorded,
            StateStores stores,
            StateVersions versions,
            long batchId)
            throws IOException {
        RowAudit audit = new RowAudit(recorded, conf(), stores, versions);
        for (int partition = 0; partition < partitions(operator); partition++) {
            int partitionId = partition;
            List<Damage> damages = new ArrayList<>(readings.rows(
                    List.of(operator.operatorId(), partition, batchId, conf()), () -> audit.of(partitionId, batchId)));
            damages.removeIf(damage -> damage.kind() == DamageKind.MISSING && skipsHoles());
            if (!damages.isEmpty()) {
                throw new UndecidedException("the state of operator " + operator.operatorId() + " loads, and "
                        + damages.get(0).message() + ": a batch that comes to such rows " + whatThen(operator)
                        + ", and which rows it comes to is not in the files");
            }
        }
    }

    /** Spark 3.5 to 4.2: STATE_STORE_SKIP_NULLS_FOR_STREAM_STREAM_JOINS. */
    private boolean skipsHoles() {
        return query.conf("spark.sql.streaming.stateStore.skipNullsForStreamStreamJoins.enabled")
                .filter(value -> value.trim().equalsIgnoreCase("true"))
                .isPresent();
    }

    private String whatThen(OperatorDescription operator) {
        if (!OperatorName.JOIN.equals(operator.name())) {
            return "fails or makes wrong rows of them";
        }
        return "fails with "
                + (behaviour.namesJoinHoles()
                        ? "STREAM_STREAM_JOIN_INCONSISTENT_STATE.NULL_VALUE"
                        : "a NullPointerException")
                + " or makes wrong rows of them";
    }

    /** Authority: Spark 4.1 HDFSBackedStateStoreProvider.init, when the first task opens a store. */
    private void requireCheckpointIds(long batchId) {
        int format = session.checkpointFormatVersion();
        String provider = conf().providerClass().orElse("");
        if (format >= 2 && !operators().isEmpty() && provider.endsWith(HDFS_BACKED)) {
            throw start.deaths()
                    .death(
                            Step.LOAD_STATE,
                            batchId,
                            null,
                            errors.checkpointIdsNotSupported(format),
                            StateErrors.PROVIDER_LACKS_IDS);
        }
    }

    /** What the first row of a store is held against, if anything. */
    private Optional<RowFormat> format(OperatorDescription operator, StatefulOperator recorded, String storeName) {
        boolean isChecked = query.conf(FORMAT_VALIDATION)
                .map(value -> !value.trim().equalsIgnoreCase("false"))
                .orElse(true);
        return isChecked
                ? recorded.store(storeName).flatMap(store -> RowFormat.of(operator.name(), store))
                : Optional.empty();
    }

    private static List<String> storeNames(OperatorDescription operator, StatefulOperator recorded) {
        List<String> names =
                recorded.stores().stream().map(StoreSchema::storeName).toList();
        if (!names.isEmpty()) {
            return names;
        }
        return operator.stores().isEmpty()
                ? List.of(StateStoreId.DEFAULT_STORE)
                : List.copyOf(operator.stores().keySet());
    }

    private int partitions(OperatorDescription operator) {
        String name = operator.name() == null ? "" : operator.name();
        boolean isOne = name.startsWith("globalLimit")
                || operator.stores().values().stream()
                        .map(store -> StateSchemas.described(store.key()))
                        .anyMatch(key -> key != null && key.size() == 0);
        return isOne ? 1 : conf().partitions().orElse(200);
    }

    /** Under format 2 the ids come from the newest commit, whichever batch it is of. */
    private StateVersion versionOf(CheckpointState state, StateStoreId id, long batchId) {
        StateVersion plain = StateVersion.of(batchId);
        OptionalLong newest = start.newestCommit();
        if (session.checkpointFormatVersion() < 2 || newest.isEmpty()) {
            return plain;
        }
        StateVersion committed = state.writtenBy(id, newest.getAsLong());
        return committed.uniqueId() == null ? plain : new StateVersion(batchId, committed.uniqueId());
    }

    /** A version that does not load, and a way around that. */
    private record Wanted(StateVersion version, @Nullable Detour detour) {}

    private void require(long batchId, StateStoreId id, LoadVerdict verdict, Wanted wanted) {
        Optional<LoadObstacle> met = verdict.met();
        if (met.isPresent()) {
            Damage damage = met.get().damage();
            throw start.deaths()
                    .death(
                            Step.LOAD_STATE,
                            batchId,
                            damage.at().path(),
                            errors.cannotLoad(id, met.get()),
                            advice(damage, wanted));
        }
    }

    private static Advice advice(Damage damage, Wanted wanted) {
        return new Advice(
                "the batch needs version " + wanted.version().number() + " of the state, and it does not load: "
                        + damage.message(),
                wanted.detour() == null
                        ? "restore the file from a copy, or go back to a batch whose state still loads (tidemark state"
                                + " loadable names it): the logs must then end there too"
                        : wanted.detour().remedy());
    }

    private LoadRules rules() {
        SparkVersion version = behaviour.version();
        if (version.isAtLeast(4, 2)) {
            return repairing();
        } else if (version.isAtLeast(4, 1)) {
            return LoadRules.SPARK_4_1;
        }
        return version.isAtLeast(4, 0) ? LoadRules.SPARK_4_0 : LoadRules.SPARK_3_5;
    }

    /** As the session lets broken snapshots be passed over. Spark 4.2: StateStoreConf.autoSnapshotRepairEnabled. */
    private LoadRules repairing() {
        LoadRules rules = LoadRules.SPARK_4_2;
        if (query.conf(REPAIR + "enabled")
                .filter(value -> value.trim().equalsIgnoreCase("false"))
                .isPresent()) {
            return rules.withoutRepair();
        }
        return query.conf(REPAIR + "maxChangeFileReplay")
                .map(String::trim)
                .filter(value -> value.matches("[1-9]\\d{0,8}"))
                .map(value -> rules.replaying(Integer.parseInt(value)))
                .orElse(rules);
    }

    @Override
    public void skipped(long batchId) {
        if (session.checkpointFormatVersion() >= 2 && !operators().isEmpty()) {
            throw start.deaths()
                    .death(
                            Step.COMMIT,
                            batchId,
                            null,
                            errors.noCheckpointIds(partitions(operators().get(0))),
                            StateErrors.SKIPPED_UNDER_FORMAT_2);
        }
    }
}
