package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.RowBytes;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.type.SchemaDdlParser;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.KeyEncoding;
import dev.tidemark.state.schema.OperatorMetadata;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SelectionPlannerTest {
    private static final String COUNTS = "left-keyToNumValues";
    private static final String VALUES = "left-keyWithIndexToValue";

    private final Map<String, MemoryStore> stores = new HashMap<>();

    @Test
    void joinsASideBackIntoRowsThatTheCountsCallAlive() throws Exception {
        store(COUNTS).with("default", key("a"), number(2)).with("default", key(""), number(1));
        store(VALUES)
                .with("default", keyAt("a", 0), joined(10, true))
                .with("default", keyAt("a", 1), joined(11, false))
                .with("default", keyAt("a", 2), joined(12, false))
                .with("default", keyAt("", 0), joined(13, false))
                .with("default", keyAt("b", 0), joined(14, false));

        Reading reading = rows(join(), new StateSelection.JoinSide(StateSelection.Side.LEFT));

        assertThat(reading.rows()).containsExactly("a=10", "a=11", "=13");
        assertThat(reading.damages()).isEmpty();
        assertThat(reading.shape().columns().get(1).type().text()).isEqualTo("struct<id:bigint>");
    }

    @Test
    void reportsIndexesThatTheCountsNameAndNobodyHolds() throws Exception {
        store(COUNTS).with("default", key("a"), number(3));
        store(VALUES).with("default", keyAt("a", 0), joined(10, true)).with("default", keyAt("a", 2), joined(12, true));

        Reading reading = rows(join(), new StateSelection.JoinSide(StateSelection.Side.LEFT));

        assertThat(reading.rows()).containsExactly("a=10", "a=12");
        assertThat(reading.damages()).singleElement().satisfies(damage -> {
            assertThat(damage.kind()).isEqualTo(DamageKind.MISSING);
            assertThat(damage.found()).isEqualTo("1 without");
        });
    }

    @Test
    void readsColumnFamiliesOfOneStoreApart() throws Exception {
        store("default").with("x", key("a"), number(1)).with("y", key("a"), number(2));

        assertThat(rows(transform(), new StateSelection.Variable("y")).rows()).containsExactly("a=2");
    }

    @Test
    void namesTheColumnsOfAStateVariableByItsKind() throws Exception {
        assertThat(columns("x")).containsExactly("key", "list_element");
        assertThat(columns("y")).containsExactly("key", "value");
        assertThat(columns("m")).containsExactly("key", "user_map_key", "user_map_value");
    }

    @Test
    void leavesOutARowThatDoesNotFitAndReadsOn() throws Exception {
        store("default").with("y", key("a"), new byte[3]).with("y", key("b"), number(2));

        Reading reading = rows(transform(), new StateSelection.Variable("y"));

        assertThat(reading.rows()).containsExactly("b=2");
        assertThat(reading.damages()).extracting(Damage::kind).containsExactly(DamageKind.TRUNCATED);
    }

    @Test
    void givesNoValueWithARemoval() throws Exception {
        store("default").with("default", key("a"), number(1)).withRemoval(key("a"));
        List<String> changes = new ArrayList<>();

        planner(aggregation(List.of(0)), Map.of())
                .plan(StateSelection.Store.DEFAULT)
                .changes(
                        0,
                        4,
                        4,
                        row -> changes.add(row.batchId() + " " + row.change().text() + " " + (row.value() == null)));

        assertThat(changes).containsExactly("4 update false", "4 delete true");
    }

    @Test
    void leavesOutDirectoriesOfAnotherPartitioning() throws Exception {
        StateReading reading = planner(aggregation(List.of(0, 1, 2, 3)), Map.of("spark.sql.shuffle.partitions", "2"))
                .plan(StateSelection.Store.DEFAULT);

        assertThat(reading.partitions()).containsExactly(0, 1);
    }

    @Test
    void saysWhatThereIsWhenAskedForWhatIsNot() {
        SelectionPlanner planner = planner(transform(), Map.of());

        assertThatThrownBy(() -> planner.plan(new StateSelection.Variable("z")))
                .isInstanceOf(NoSuchStateException.class)
                .hasMessage("operator 0 has no state variable z; it has x, y, m");
        assertThatThrownBy(() -> planner.plan(StateSelection.Timers.TIMERS)).hasMessage("operator 0 has no timers");
        assertThatThrownBy(() -> planner.plan(StateSelection.Store.DEFAULT))
                .hasMessageContaining("keeps its state in column families");
    }

    @Test
    void givesTheBytesOfAStoreWithoutSchema() throws Exception {
        StatefulOperator unknown = new StatefulOperator(
                0, null, List.of(new StoreSchema("default", List.of(), false)), List.of(0), List.of());
        store("default").with("default", new byte[] {1, 2}, new byte[] {3});
        List<String> rows = new ArrayList<>();

        planner(unknown, Map.of())
                .plan(StateSelection.Store.DEFAULT)
                .rows(
                        0,
                        0,
                        row -> rows.add(row.key().bytesAt(0).length() + "/"
                                + row.value().bytesAt(0).length()));

        assertThat(rows).containsExactly("2/1");
    }

    private record Reading(RowShape shape, List<String> rows, List<Damage> damages) {}

    private Reading rows(StatefulOperator operator, StateSelection selection) throws IOException, NoSuchStateException {
        StateReading reading = planner(operator, Map.of()).plan(selection);
        List<String> rows = new ArrayList<>();
        List<Damage> damages = reading.rows(
                0,
                4,
                row -> rows.add(
                        row.key().bytesAt(0).toText() + "=" + row.value().wholeAt(0, 8)));
        return new Reading(reading.shape(), rows, damages);
    }

    private List<String> columns(String variable) throws NoSuchStateException {
        return planner(transform(), Map.of()).plan(new StateSelection.Variable(variable)).shape().columns().stream()
                .map(RowShape.Column::name)
                .toList();
    }

    private SelectionPlanner planner(StatefulOperator operator, Map<String, String> conf) {
        return new SelectionPlanner(
                operator, new StateConf(conf), id -> store(id.storeName()), StateVersions.BY_NUMBER);
    }

    private MemoryStore store(String name) {
        return stores.computeIfAbsent(name, store -> new MemoryStore(new StateStoreId(0, 0, store)));
    }

    private static StatefulOperator join() {
        return new StatefulOperator(
                0,
                null,
                List.of(
                        new StoreSchema(COUNTS, List.of(family("default", "field0 string", "value bigint")), false),
                        new StoreSchema(
                                VALUES,
                                List.of(family("default", "field0 string, index bigint", "id bigint, matched boolean")),
                                false)),
                List.of(0),
                List.of());
    }

    private static StatefulOperator aggregation(List<Integer> partitions) {
        return new StatefulOperator(
                0,
                null,
                List.of(new StoreSchema("default", List.of(family("default", "k string", "count bigint")), false)),
                partitions,
                List.of());
    }

    private static StatefulOperator transform() {
        JsonObject properties =
                JsonParser.parseObject(Location.of("properties"), """
                        {"stateVariables":[{"stateName":"x","stateVariableType":"ListState"},
                         {"stateName":"y","stateVariableType":"ValueState"},
                         {"stateName":"m","stateVariableType":"MapState"}]}""").value().orElseThrow();
        OperatorMetadata metadata = new OperatorMetadata(2, 0, "transformWithStateExec", List.of(), properties);
        StoreSchema store = new StoreSchema(
                "default",
                List.of(
                        family("x", "value string", "value bigint"),
                        family("y", "value string", "value bigint"),
                        family("m", "key struct<value: string>, userKey struct<u: bigint>", "value bigint")),
                true);
        return new StatefulOperator(0, metadata, List.of(store), List.of(0), List.of());
    }

    private static ColumnFamilySchema family(String name, String key, String value) {
        return ColumnFamilySchema.of(name, ddl(key), ddl(value), KeyEncoding.Whole.WHOLE);
    }

    private static StructSchema ddl(String text) {
        return SchemaDdlParser.parse(Location.of("ddl"), text).value().orElseThrow();
    }

    private static byte[] key(String field) {
        return RowBytes.row().add(field).build();
    }

    private static byte[] keyAt(String field, long index) {
        return RowBytes.row().add(field).add(index).build();
    }

    private static byte[] number(long value) {
        return RowBytes.row().add(value).build();
    }

    private static byte[] joined(long id, boolean matched) {
        return RowBytes.row().add(id).add(matched ? 1 : 0).build();
    }
}
