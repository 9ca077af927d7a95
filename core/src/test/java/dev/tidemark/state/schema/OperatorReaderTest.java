package dev.tidemark.state.schema;

import java.io.IOException;

import dev.tidemark.evidence.Damage;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;

import static dev.tidemark.state.schema.SchemaFiles.struct;
import static org.assertj.core.api.Assertions.assertThat;

class OperatorReaderTest {
    private static final String WHOLE = "{\"keyStateEncoderType\":\"NoPrefixKeyStateEncoderSpec\"}";

    private final MemoryStorage storage = new MemoryStorage();

    @Test
    void readsMetadataSchemaAndPartitionsOfAnOperator() throws IOException {
        storage.with("state/0/_metadata/metadata", metadata("stateStoreSave", 0));
        schema("state/0/0/_metadata/schema", struct("k", "long"), struct("count", "long"));
        storage.with("state/0/0/1.delta", "").with("state/0/1/1.delta", "").with("state/0/10/1.delta", "");

        StatefulOperator operator = OperatorReader.read(storage, 0, 5);

        assertThat(operator.name()).contains("stateStoreSave");
        assertThat(operator.partitions()).containsExactly(0, 1, 10);
        assertThat(operator.damages()).isEmpty();
        StoreSchema store = operator.store("default").orElseThrow();
        assertThat(store.usesColumnFamilies()).isFalse();
        assertThat(store.families())
                .singleElement()
                .satisfies(family -> assertThat(family.value().text()).isEqualTo("struct<count:bigint>"));
    }

    @Test
    void findsTheStoresOfAJoinWithoutMetadata() throws IOException {
        for (String store : new String[] {"left-keyToNumValues", "left-keyWithIndexToValue"}) {
            schema("state/0/0/" + store + "/_metadata/schema", struct("field0", "long"), struct("value", "long"));
        }

        StatefulOperator operator = OperatorReader.read(storage, 0, 0);

        assertThat(operator.name()).contains(OperatorName.JOIN);
        assertThat(operator.stores())
                .extracting(StoreSchema::storeName)
                .containsExactly("left-keyToNumValues", "left-keyWithIndexToValue");
    }

    @Test
    void knowsASessionWindowByTheEndOfItsKey() throws IOException {
        schema(
                "state/0/0/_metadata/schema",
                struct("k", "long", "u", "string", "sessionStartTime", "timestamp"),
                struct("count", "long"));

        StatefulOperator operator = OperatorReader.read(storage, 0, 0);

        assertThat(operator.name()).contains(OperatorName.SESSION_WINDOW);
        assertThat(operator.stores().get(0).families().get(0).keyEncoding()).isEqualTo(new KeyEncoding.Prefix(2));
    }

    @Test
    void doesNotBelieveTheValueThatAnOldDeduplicationClaims() throws IOException {
        storage.with("state/0/_metadata/metadata", metadata("dedupe", 0));
        schema("state/0/0/_metadata/schema", struct("k", "long"), struct("k", "long", "v", "string"));

        StatefulOperator operator = OperatorReader.read(storage, 0, 0);

        assertThat(operator.stores().get(0).families().get(0).value().text()).isEqualTo("struct<__dummy__:void>");
    }

    @Test
    void findsSchemaFilesHereThatTheMetadataNameElsewhere() throws IOException {
        storage.with("state/0/_metadata/v2/0", metadataV2("s3://bucket/old/ckpt/state/0/_stateSchema/default/0_a"));
        storage.with(
                "state/0/_metadata/v2/4",
                metadataV2(
                        "s3://bucket/old/ckpt/state/0/_stateSchema/default/0_a",
                        "s3://bucket/old/ckpt/state/0/_stateSchema/default/4_b"));
        families("0_a", 0, struct("v", "int"));
        families("4_b", 1, struct("v", "long"));

        StoreSchema early = OperatorReader.read(storage, 0, 3).stores().get(0);
        StoreSchema late = OperatorReader.read(storage, 0, 4).stores().get(0);

        assertThat(early.family("x").orElseThrow().value().text()).isEqualTo("struct<v:int>");
        ColumnFamilySchema evolved = late.family("x").orElseThrow();
        assertThat(evolved.value().text()).isEqualTo("struct<v:bigint>");
        assertThat(evolved.values()).containsOnlyKeys(0, 1);
        assertThat(evolved.holdsSeveral()).isTrue();
    }

    @Test
    void tellsWhichSchemaFileIsMissing() throws IOException {
        storage.with("state/0/_metadata/metadata", metadata("stateStoreSave", 0));

        StatefulOperator operator = OperatorReader.read(storage, 0, 0);

        assertThat(operator.damages())
                .extracting(Damage::message)
                .containsExactly("state/0/0/_metadata/schema: expected a state schema file, found no such file");
        assertThat(operator.stores().get(0).families()).isEmpty();
    }

    @Test
    void cannotBeLedOutOfTheCheckpointByASchemaPath() throws IOException {
        storage.with("state/0/_metadata/v2/0", metadataV2("file:/x/_stateSchema/default/.."));

        StatefulOperator operator = OperatorReader.read(storage, 0, 0);

        assertThat(operator.stores().get(0).families()).isEmpty();
    }

    private void schema(String path, String key, String value) {
        storage.write(new StoragePath(path), SchemaFiles.ofPair(2, key, value));
    }

    private void families(String name, int valueId, String value) {
        storage.write(
                new StoragePath("state/0/_stateSchema/default/" + name),
                SchemaFiles.ofFamilies(
                        new SchemaFiles.Family("x", struct("k", "long"), valueId, value, WHOLE, "{    }")));
    }

    private static String metadata(String operator, int prefixColumns) {
        return "v1\n{\"operatorInfo\":{\"operatorId\":0,\"operatorName\":\"" + operator
                + "\"},\"stateStoreInfo\":[{\"storeName\":\"default\",\"numColsPrefixKey\":" + prefixColumns
                + ",\"numPartitions\":2}]}";
    }

    private static String metadataV2(String... paths) {
        return "v2\n{\"operatorInfo\":{\"operatorId\":0,\"operatorName\":\"transformWithStateExec\"},\"stateStoreInfo\":[{"
                + "\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":2,\"stateSchemaFilePaths\":[\""
                + String.join("\",\"", paths)
                + "\"]}],\"operatorPropertiesJson\":\"{\\\"stateVariables\\\":[{\\\"stateName\\\":"
                + "\\\"x\\\",\\\"stateVariableType\\\":\\\"ListState\\\",\\\"ttlEnabled\\\":false}]}\"}";
    }
}
