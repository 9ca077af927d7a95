package dev.tidemark.compat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.compat.Compatibility.Verdict;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.Places;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class QueryChangeTest {
    private static final String KEY =
            "{\"type\":\"struct\",\"fields\":[{\"name\":\"k\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}}]}";
    private static final String VALUE =
            "{\"type\":\"struct\",\"fields\":[{\"name\":\"count\",\"type\":\"long\",\"nullable\":false,\"metadata\":{}}]}";
    private static final String KAFKA = "{\"orders\":{\"0\":7}}";
    private static final String RATE = "{\"offset\":4,\"timestamp\":4000}";

    private static final String SOURCE = "{format: kafka, options: {subscribe: orders}}";
    private static final String AGGREGATION =
            "{operatorId: 0, name: stateStoreSave, partitions: 1, stores: {default: {key: k bigint, value: count bigint}}}";

    @Test
    void theSameQueryIsCompatible() throws IOException {
        Compatibility check = check(checkpoint(conf(), KAFKA), SOURCE, AGGREGATION, "");

        assertThat(check.effects()).isEmpty();
        assertThat(check.verdict()).isEqualTo(Verdict.COMPATIBLE);
    }

    @Test
    void anEmptyCheckpointTakesAnyQuery() throws IOException {
        Compatibility check = check(new MemoryStorage(), SOURCE, AGGREGATION, "");

        assertThat(check.effects()).isEmpty();
        assertThat(check.verdict()).isEqualTo(Verdict.COMPATIBLE);
    }

    @Test
    void stateThatNobodyDescribesIsUnknown() throws IOException {
        QueryDescription query = query("sources: [" + SOURCE + "]");

        Compatibility check = check(checkpoint(conf(), KAFKA), query, null, "4.1.3");

        assertThat(check.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(check.undecided()).singleElement().asString().contains("--against");
    }

    @Test
    void anUnknownSparkIsUnknown() throws IOException {
        Compatibility check = check(
                checkpoint(conf(), KAFKA),
                query("sources: [" + SOURCE + "]\noperators: [" + AGGREGATION + "]"),
                null,
                "9.0");

        assertThat(check.verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "k bigint;count bigint;",
                "k int;count bigint;CMP-014 FATAL STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE operators[0].default.key",
                "k bigint, j bigint;count bigint;CMP-014 FATAL STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE operators[0].default.key",
                "k bigint;count double;CMP-015 FATAL STATE_STORE_VALUE_SCHEMA_NOT_COMPATIBLE operators[0].default.value",
                "key bigint;count bigint;CMP-016 WARNING null operators[0].default.key",
                "k bigint;sum bigint;CMP-016 WARNING null operators[0].default.value"
            })
    void comparesTypesByPositionAndNotNames(String key, String value, String expected) throws IOException {
        String operator =
                AGGREGATION.replace("k bigint", "\"" + key + "\"").replace("count bigint", "\"" + value + "\"");

        assertThat(told(check(checkpoint(conf(), KAFKA), SOURCE, operator, "")))
                .isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void withoutTheSchemaCheckOtherTypesAreReadAsTheyAre() throws IOException {
        String operator = AGGREGATION.replace("count bigint", "\"count double\"");

        assertThat(told(check(
                        checkpoint(conf(), KAFKA),
                        SOURCE,
                        operator,
                        "spark.sql.streaming.stateStore.stateSchemaCheck: \"false\"")))
                .isEqualTo("CMP-015 ERROR null operators[0].default.value");
    }

    @Test
    void namesTheOperatorsThatCameWentOrChanged() throws IOException {
        String other = AGGREGATION.replace("stateStoreSave", "dedupe");
        String second = AGGREGATION.replace("operatorId: 0", "operatorId: 1");
        String error = "FATAL STREAMING_STATEFUL_OPERATOR_NOT_MATCH_IN_STATE_METADATA operators";

        assertThat(told(check(checkpoint(conf(), KAFKA), SOURCE, other, ""))).isEqualTo("CMP-012 " + error + "[0]");
        assertThat(told(check(checkpoint(conf(), KAFKA), SOURCE, "", ""))).isEqualTo("CMP-011 " + error + "[0]");
        assertThat(told(check(checkpoint(conf(), KAFKA), SOURCE, AGGREGATION + "," + second, "")))
                .isEqualTo("CMP-010 " + error + "[1]");
    }

    @Test
    void spark35ComparesNoOperators() throws IOException {
        Compatibility check =
                check(checkpoint(conf(), KAFKA), query("sources: [" + SOURCE + "]\noperators: []"), null, "3.5.9");

        assertThat(check.effects())
                .filteredOn(effect -> effect.rule() == CompatRule.OPERATOR_REMOVED)
                .extracting(Effect::severity)
                .containsExactly(Severity.ERROR);
    }

    @Test
    void countsSources() throws IOException {
        String more = SOURCE + ", {format: rate-micro-batch, options: {rowsPerBatch: \"5\"}}";

        assertThat(told(check(checkpoint(conf(), KAFKA), more, AGGREGATION, "")))
                .isEqualTo("CMP-002 FATAL AssertionError sources[1]");
        assertThat(told(check(checkpoint(conf(), KAFKA + "\n" + RATE), SOURCE, AGGREGATION, "")))
                .isEqualTo("CMP-003 FATAL AssertionError recorded sources[1]");
    }

    @Test
    void anotherKindOfSourceCannotReadTheOffset() throws IOException {
        Compatibility check = check(checkpoint(conf(), RATE), SOURCE, AGGREGATION, "");

        assertThat(check.effects()).extracting(Effect::rule).containsExactly(CompatRule.SOURCE_KIND_CHANGED);
        assertThat(check.verdict()).isEqualTo(Verdict.INCOMPATIBLE);
    }

    @Test
    void topicsMayComeAndNotGo() throws IOException {
        assertThat(told(check(
                        checkpoint(conf(), KAFKA), SOURCE.replace("orders", "\"orders,refunds\""), AGGREGATION, "")))
                .isEqualTo("CMP-006 INFO null sources[0]");
        assertThat(told(check(checkpoint(conf(), KAFKA), SOURCE.replace("orders", "refunds"), AGGREGATION, "")))
                .isEqualTo("CMP-006 ERROR null sources[0]");
    }

    @Test
    void saysThatAStartIsIgnored() throws IOException {
        String source = "{format: kafka, options: {subscribe: orders, startingOffsets: earliest}}";

        assertThat(told(check(checkpoint(conf(), KAFKA), source, AGGREGATION, "")))
                .isEqualTo("CMP-007 INFO null sources[0].startingOffsets");
    }

    @Test
    void saysThatAPinnedConfIsIgnored() throws IOException {
        assertThat(told(check(checkpoint(conf(), KAFKA), SOURCE, AGGREGATION, "spark.sql.shuffle.partitions: \"9\"")))
                .isEqualTo("CMP-020 WARNING null spark.sql.shuffle.partitions");
    }

    @Test
    void aCheckpointFormatThatNothingPinsMustBeKept() throws IOException {
        String conf = "spark.sql.streaming.stateStore.checkpointFormatVersion: \"2\"";

        assertThat(told(check(checkpoint(conf(), KAFKA), SOURCE, AGGREGATION, conf)))
                .isEqualTo("CMP-024 FATAL INVALID_LOG_VERSION.EXACT_MATCH_VERSION"
                        + " spark.sql.streaming.stateStore.checkpointFormatVersion");
    }

    @Test
    void anOlderSparkDoesNotReadNewerFormats() throws IOException {
        MemoryStorage checkpoint =
                checkpoint(conf().replace("}", ",\"spark.sql.streaming.stateStore.encodingFormat\":\"avro\"}"), KAFKA);
        put(checkpoint, "commits/3", "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{}}");
        QueryDescription query = query("sources: [" + SOURCE + "]\noperators: [" + AGGREGATION + "]");

        assertThat(told(check(checkpoint, query, null, "3.5.9")))
                .contains("CMP-030 FATAL IllegalStateException commits", "CMP-031 FATAL", "CMP-033 WARNING null spark");
    }

    @Test
    void comparesWithTheOldDescriptionWhatACheckpointDoesNotRecord() throws IOException {
        String source = "{format: kafka, options: {subscribe: orders, maxOffsetsPerTrigger: \"5\"},"
                + " watermark: {column: ts, delay: 10 seconds}}";
        String end = "\noperators: [" + AGGREGATION + "]\n";
        QueryDescription old =
                query("sources: [" + source + "]" + end + "sink: {format: delta, path: /lake/out, outputMode: append}");
        QueryDescription now = query("sources: ["
                + source.replace("\"5\"", "\"7\"").replace("10 seconds", "1 minute") + "]" + end
                + "sink: {format: delta, path: /lake/other, outputMode: complete}");

        assertThat(told(check(checkpoint(conf(), KAFKA), now, old, "4.1.3")))
                .isEqualTo("CMP-040 WARNING null sink.outputMode | CMP-041 WARNING null sink"
                        + " | CMP-007 INFO null sources[0].maxOffsetsPerTrigger"
                        + " | CMP-008 INFO null sources[0].watermark");
    }

    @Test
    void aFailureThatNoChangeExplainsIsToldAsItIs() throws IOException {
        MemoryStorage checkpoint = checkpoint(conf(), KAFKA);
        put(checkpoint, "offsets/3", "");

        Compatibility check = check(checkpoint, SOURCE, AGGREGATION, "");

        assertThat(told(check)).isEqualTo("CMP-001 FATAL IllegalStateException offsets/3");
        assertThat(check.undecided()).isNotEmpty();
    }

    @Test
    void aTestsCheckpointIsComparedByItsPlanAndNotByItsPlaces() throws IOException {
        MemoryStorage checkpoint = checkpoint(conf(), KAFKA);
        MemoryStorage scratch = checkpoint(conf().replace("\"2\"", "\"1\""), "{\"test-topic\":{\"0\":1}}");
        put(scratch, "state/0/0/_metadata/schema", schema(KEY, VALUE.replace("\"long\"", "\"double\"")));
        CheckpointShape before = CheckpointShape.of(Checkpoint.in(checkpoint));
        NewQuery query = CompatibilityCheck.scratch(Checkpoint.in(scratch), before, Map.of());

        Compatibility check = CompatibilityCheck.of(
                checkpoint,
                new CompatibilityCheck.Question(
                        query, null, SparkVersion.of("4.1.3").orElseThrow()),
                Places.AS_NAMED);

        assertThat(told(check))
                .isEqualTo("CMP-015 FATAL STATE_STORE_VALUE_SCHEMA_NOT_COMPATIBLE operators[0].default.value");
    }

    private static String told(Compatibility check) {
        return String.join(
                " | ",
                check.effects().stream()
                        .map(effect -> effect.rule().id() + " " + effect.severity() + " " + effect.error() + " "
                                + effect.subject())
                        .toList());
    }

    private static Compatibility check(MemoryStorage checkpoint, String sources, String operators, String conf)
            throws IOException {
        return check(
                checkpoint,
                query("confs: {" + conf + "}\nsources: [" + sources + "]\noperators: [" + operators + "]"),
                null,
                "4.1.3");
    }

    private static Compatibility check(
            MemoryStorage checkpoint, QueryDescription query, QueryDescription old, String spark) throws IOException {
        return CompatibilityCheck.of(
                checkpoint,
                new CompatibilityCheck.Question(
                        NewQuery.described(query), old, SparkVersion.of(spark).orElseThrow()),
                Places.AS_NAMED);
    }

    private static QueryDescription query(String yaml) {
        return QueryDescriptionParser.parse(Location.of("query.yaml"), yaml)
                .query()
                .value()
                .orElseThrow();
    }

    private static String conf() {
        return "{\"spark.sql.shuffle.partitions\":\"2\",\"spark.sql.streaming.aggregation.stateFormatVersion\":\"2\","
                + "\"spark.sql.streaming.flatMapGroupsWithState.stateFormatVersion\":\"2\","
                + "\"spark.sql.streaming.join.stateFormatVersion\":\"2\","
                + "\"spark.sql.streaming.multipleWatermarkPolicy\":\"min\","
                + "\"spark.sql.streaming.stateStore.compression.codec\":\"lz4\","
                + "\"spark.sql.streaming.stateStore.encodingFormat\":\"unsaferow\","
                + "\"spark.sql.streaming.statefulOperator.useStrictDistribution\":\"true\","
                + "\"spark.sql.optimizer.pruneFiltersCanPruneStreamingSubplan\":\"false\"}";
    }

    private static MemoryStorage checkpoint(String conf, String offsets) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        put(storage, "metadata", "{\"id\":\"00000000-0000-4000-8000-000000000001\"}");
        for (int batch = 2; batch <= 3; batch++) {
            put(
                    storage,
                    "offsets/" + batch,
                    "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":" + conf + "}\n" + offsets);
            put(storage, "commits/" + batch, "v1\n{\"nextBatchWatermarkMs\":0}");
        }
        put(
                storage,
                "state/0/_metadata/metadata",
                "v1\n{\"operatorInfo\":{\"operatorId\":0,\"operatorName\":\"stateStoreSave\"},\"stateStoreInfo\":"
                        + "[{\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":2}]}");
        put(storage, "state/0/0/_metadata/schema", schema(KEY, VALUE));
        return storage;
    }

    private static void put(MemoryStorage storage, String path, String text) {
        put(storage, path, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void put(MemoryStorage storage, String path, byte[] bytes) {
        storage.write(new StoragePath(path), bytes);
    }

    private static byte[] schema(String key, String value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF("v1");
            out.writeUTF(key);
            out.writeUTF(value);
        }
        return bytes.toByteArray();
    }
}
