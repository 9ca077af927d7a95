package dev.tidemark.state.operator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.RowBytes;
import dev.tidemark.format.type.SchemaDdlParser;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.KeyEncoding;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RowAuditTest {
    private static final String LEFT_COUNTS = "left-keyToNumValues";
    private static final String LEFT_VALUES = "left-keyWithIndexToValue";
    private static final String RIGHT_VALUES = "right-keyWithIndexToValue";
    private static final List<String> STORES = List.of(LEFT_COUNTS, LEFT_VALUES, "right-keyToNumValues", RIGHT_VALUES);

    private final Map<String, MemoryStore> stores = new HashMap<>();

    @BeforeEach
    void aJoinWithTwoValuesOnTheLeft() {
        store(LEFT_COUNTS).with("default", key("a"), number(2));
        store(LEFT_VALUES).with("default", keyAt("a", 0), joined(10)).with("default", keyAt("a", 1), joined(11));
    }

    private MemoryStore store(String name) {
        return stores.computeIfAbsent(name, store -> new MemoryStore(new StateStoreId(0, 0, store)));
    }

    private List<Damage> audit() throws Exception {
        List<StoreSchema> schemas = STORES.stream()
                .map(name -> new StoreSchema(
                        name,
                        List.of(
                                name.endsWith("keyToNumValues")
                                        ? family("field0 string", "value bigint")
                                        : family("field0 string, index bigint", "id bigint, matched boolean")),
                        false))
                .toList();
        StatefulOperator join = new StatefulOperator(0, null, schemas, List.of(0), List.of());
        return new RowAudit(join, new StateConf(Map.of()), id -> store(id.storeName()), StateVersions.BY_NUMBER)
                .of(0, 4);
    }

    private static ColumnFamilySchema family(String key, String value) {
        return ColumnFamilySchema.of("default", ddl(key), ddl(value), KeyEncoding.Whole.WHOLE);
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

    private static byte[] joined(long id) {
        return RowBytes.row().add(id).add(1).build();
    }

    @Test
    void findsNothingWhereCountsAndValuesAgree() throws Exception {
        assertThat(audit()).isEmpty();
    }

    @Test
    void letsValuesBeThatNoCountNames() throws Exception {
        store(LEFT_VALUES).with("default", keyAt("z", 5), joined(12));

        assertThat(audit()).isEmpty();
    }

    @Test
    void findsACountWithoutItsValues() throws Exception {
        store(LEFT_COUNTS).with("default", key("b"), number(3));

        assertThat(audit()).singleElement().satisfies(damage -> {
            assertThat(damage.expected()).isEqualTo("a value for every index that the counts of keys name");
            assertThat(damage.found()).isEqualTo("3 without");
        });
    }

    @Test
    void findsACountThatIsNone() throws Exception {
        store(LEFT_COUNTS).with("default", key("b"), number(0));

        assertThat(audit()).extracting(Damage::found).containsExactly("0");
    }

    @Test
    void findsValuesInTheStoreOfCountsByWhatTheyThenCount() throws Exception {
        store(LEFT_COUNTS).with("default", keyAt("a", 0), joined(40));

        assertThat(audit()).extracting(Damage::found).containsExactly("38 without");
    }

    @Test
    void findsARowOfAnotherShape() throws Exception {
        store(RIGHT_VALUES)
                .with("default", keyAt("a", 0), RowBytes.row().add(10).add(7).build());

        assertThat(audit()).extracting(Damage::expected).containsExactly("values of this store's schema");
    }

    @Test
    void addsUpCountsThatNoLongHolds() throws Exception {
        store(LEFT_COUNTS).with("default", key("b"), number(Long.MAX_VALUE)).with("default", key("c"), number(7));

        assertThat(audit()).extracting(Damage::found).containsExactly(Long.MAX_VALUE + " without");
    }
}
