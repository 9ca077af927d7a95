package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.operator.RowShape.Column;
import dev.tidemark.state.operator.RowShape.Part;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.JoinStores;
import dev.tidemark.state.schema.KeyEncoding;
import dev.tidemark.state.schema.OperatorName;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;

/** Turns a selection into a reading, by the operator's metadata and schemas. Spark 4.2: StateDataSource, SchemaUtil. */
public final class SelectionPlanner {
    private static final String VALUE_STATE = "ValueState";
    private static final String LIST_STATE = "ListState";
    private static final String MAP_STATE = "MapState";
    private static final String TIMEOUT = "timeoutTimestamp";
    private static final String MATCHED = "matched";

    private final StatefulOperator operator;
    private final StateConf conf;
    private final StateStores stores;
    private final StateVersions versions;

    public SelectionPlanner(StatefulOperator operator, StateConf conf, StateStores stores, StateVersions versions) {
        this.operator = operator;
        this.conf = conf;
        this.stores = stores;
        this.versions = versions;
    }

    /**
     * The reading of a selection.
     *
     * @throws NoSuchStateException when the operator has nothing of that name or kind
     */
    public StateReading plan(StateSelection selection) throws NoSuchStateException {
        if (selection instanceof StateSelection.JoinSide join) {
            return reading(joinSide(join.side().text()), false);
        } else if (selection instanceof StateSelection.Variable variable) {
            return reading(variable(variable.name()), true);
        } else if (selection instanceof StateSelection.Timers) {
            return reading(timers(), true);
        }
        return reading(store(((StateSelection.Store) selection).name()), true);
    }

    /** Directories beyond the partitions the batch had belong to a repartition (Spark 4.2) before or after it. */
    private StateReading reading(RowSource source, boolean hasChanges) {
        int limit = conf.partitions().orElse(Integer.MAX_VALUE);
        List<Integer> partitions =
                operator.partitions().stream().filter(id -> id < limit).toList();
        return new StateReading(source, partitions, hasChanges, source.isDecoded() ? List.of() : operator.damages());
    }

    private RowSource store(String name) throws NoSuchStateException {
        Optional<StoreSchema> store = operator.store(name);
        if (store.isPresent() && !store.get().usesColumnFamilies()) {
            return wholeStore(store.get());
        }
        Optional<StoreSchema> only = operator.store(StateStoreId.DEFAULT_STORE);
        Optional<ColumnFamilySchema> family = only.flatMap(known -> known.family(name));
        if (family.isPresent()) {
            return stored(StateStoreId.DEFAULT_STORE, family.get());
        }
        if (store.isPresent()) {
            throw new NoSuchStateException("operator " + operator.operatorId() + " keeps its state in column families; "
                    + "name one of " + String.join(", ", variableNames()));
        }
        throw noSuch("store", name, storeNames());
    }

    private RowSource wholeStore(StoreSchema store) {
        if (store.families().isEmpty()) {
            return FamilySource.undecoded(id(store.storeName()), stores, versions);
        }
        ColumnFamilySchema family = store.families().get(0);
        RowSource stored = stored(store.storeName(), family);
        boolean isUnannounced = operator.knownMetadata().isEmpty()
                && family.keyEncoding() instanceof KeyEncoding.Prefix
                && stores.open(id(store.storeName())).encodesKeys();
        return isUnannounced ? new UnannouncedPrefix(stored, id(store.storeName()), family, stores, versions) : stored;
    }

    private RowSource stored(String store, ColumnFamilySchema family) {
        RowShape pair = RowShape.ofPair(family.key(), family.value());
        return source(store, family, new RowShape(pair.columns(), timeoutNote(family)));
    }

    /**
     * In format 1 of flatMapGroupsWithState the timeout is declared an int and holds a long, of which Spark's reader shows
     * the lower half.
     */
    private static List<Column> timeoutNote(ColumnFamilySchema family) {
        StructSchema value = family.value();
        int last = value.size() - 1;
        boolean isHalfShown = last >= 0
                && value.field(last).name().equals(TIMEOUT)
                && value.field(last).type() == SparkType.Simple.INTEGER;
        return isHalfShown
                ? List.of(new Column("timeoutTimestampMs", Part.VALUE, last, SparkType.Simple.LONG))
                : List.of();
    }

    /**
     * What is wrong with the rows of a partition of a side of a join whose values are counted, and between its counts and
     * values; empty also where no counts are kept. Damages of files are no matter of it.
     */
    List<Damage> joinFlaws(StateSelection.Side side, int partitionId, long batchId)
            throws IOException, NoSuchStateException {
        return joinSide(side.text()) instanceof JoinSource join ? join.flaws(partitionId, batchId) : List.of();
    }

    private RowSource joinSide(String side) throws NoSuchStateException {
        Optional<StoreSchema> only = operator.store(StateStoreId.DEFAULT_STORE).filter(StoreSchema::usesColumnFamilies);
        if (only.isPresent()) {
            Optional<ColumnFamilySchema> timed = only.get().family(JoinStores.timedValues(side));
            if (timed.isPresent()) {
                return TimedJoin.source(
                        source(StateStoreId.DEFAULT_STORE, timed.get(), TimedJoin.shape(timed.get())), timed.get());
            }
            return join(
                    new JoinSource.Half(id(StateStoreId.DEFAULT_STORE), family(only.get(), JoinStores.counts(side))),
                    new JoinSource.Half(id(StateStoreId.DEFAULT_STORE), family(only.get(), JoinStores.values(side))));
        }
        return join(half(JoinStores.counts(side)), half(JoinStores.values(side)));
    }

    private JoinSource.Half half(String store) throws NoSuchStateException {
        StoreSchema known = operator.store(store)
                .orElseThrow(() -> new NoSuchStateException("operator " + operator.operatorId()
                        + operator.name().map(name -> " (" + name + ")").orElse("")
                        + " is no stream-stream join: it has no store "
                        + store));
        return new JoinSource.Half(id(store), family(known, StateStoreId.DEFAULT_STORE));
    }

    private static ColumnFamilySchema family(StoreSchema store, String name) throws NoSuchStateException {
        return store.family(name)
                .orElseThrow(() -> new NoSuchStateException("the schema of " + name + " cannot be read"));
    }

    private RowSource join(JoinSource.Half counts, JoinSource.Half values) {
        RowShape shape = RowShape.ofPair(
                counts.family().key(), withoutMatched(values.family().value()));
        return new JoinSource(counts, values, shape, stores, versions);
    }

    /** From format 2 on a row is followed by whether it has found a match, which Spark's reader hides. */
    static StructSchema withoutMatched(StructSchema value) {
        int last = value.size() - 1;
        boolean hasMatched = last >= 0
                && value.field(last).name().equals(MATCHED)
                && value.field(last).type() == SparkType.Simple.BOOLEAN;
        return hasMatched ? value.part(0, last) : value;
    }

    private RowSource variable(String name) throws NoSuchStateException {
        ColumnFamilySchema family = operator.store(StateStoreId.DEFAULT_STORE)
                .flatMap(store -> store.family(name))
                .orElseThrow(() -> noSuch("state variable", name, variableNames()));
        return source(StateStoreId.DEFAULT_STORE, family, shapeOf(family, kindOf(name)));
    }

    private static RowShape shapeOf(ColumnFamilySchema family, String kind) {
        if (kind.equals(MAP_STATE) && family.key().size() == 2) {
            return new RowShape(
                    List.of(
                            new Column("key", Part.KEY, 0, family.key().field(0).type()),
                            new Column(
                                    "user_map_key",
                                    Part.KEY,
                                    1,
                                    family.key().field(1).type()),
                            Column.whole("user_map_value", Part.VALUE, family.value())),
                    List.of());
        }
        if (kind.equals(LIST_STATE)) {
            return new RowShape(
                    List.of(
                            Column.whole("key", Part.KEY, family.key()),
                            Column.whole("list_element", Part.VALUE, family.value())),
                    List.of());
        }
        return RowShape.ofPair(family.key(), family.value());
    }

    private RowSource timers() throws NoSuchStateException {
        StoreSchema store = operator.store(StateStoreId.DEFAULT_STORE)
                .orElseThrow(() -> new NoSuchStateException("operator " + operator.operatorId() + " has no timers"));
        for (String name : List.of("$procTimers_keyToTimestamp", "$eventTimers_keyToTimestamp")) {
            Optional<ColumnFamilySchema> family = store.family(name);
            if (family.isPresent() && family.get().key().size() == 2) {
                StructSchema key = family.get().key();
                RowShape shape = new RowShape(
                        List.of(
                                new Column("key", Part.KEY, 0, key.field(0).type()),
                                new Column(
                                        "expiration_timestamp_ms",
                                        Part.KEY,
                                        1,
                                        key.field(1).type())),
                        List.of());
                return source(StateStoreId.DEFAULT_STORE, family.get(), shape);
            }
        }
        throw new NoSuchStateException("operator " + operator.operatorId() + " has no timers");
    }

    private String kindOf(String variable) {
        JsonObject properties =
                operator.knownMetadata().map(known -> known.properties()).orElse(JsonObject.EMPTY);
        for (JsonValue item :
                properties.array("stateVariables").map(JsonArray::items).orElse(List.of())) {
            if (item instanceof JsonObject described
                    && described.text("stateName").filter(variable::equals).isPresent()) {
                return described.text("stateVariableType").orElse(VALUE_STATE);
            }
        }
        return VALUE_STATE;
    }

    private RowSource source(String store, ColumnFamilySchema family, RowShape shape) {
        return FamilySource.of(id(store), family, shape, stores, versions);
    }

    private StateStoreId id(String store) {
        return new StateStoreId(operator.operatorId(), 0, store);
    }

    private List<String> storeNames() {
        List<String> names = new ArrayList<>(
                operator.stores().stream().map(StoreSchema::storeName).toList());
        names.addAll(variableNames());
        return names.stream().distinct().toList();
    }

    private List<String> variableNames() {
        return operator.stores().stream()
                .filter(StoreSchema::usesColumnFamilies)
                .flatMap(store -> store.families().stream())
                .map(ColumnFamilySchema::name)
                .filter(name -> !name.equals(StateStoreId.DEFAULT_STORE)
                        || !OperatorName.isTransformWithState(operator.name().orElse("")))
                .toList();
    }

    private NoSuchStateException noSuch(String what, String name, List<String> known) {
        return new NoSuchStateException("operator " + operator.operatorId() + " has no " + what + " " + name
                + (known.isEmpty() ? "" : "; it has " + String.join(", ", known)));
    }
}
