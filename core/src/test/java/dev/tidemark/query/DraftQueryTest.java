package dev.tidemark.query;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.query.DraftQuery.Origin;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DraftQueryTest {
    private static final String CONF = "{\"spark.sql.shuffle.partitions\":\"3\","
            + "\"spark.sql.streaming.stateStore.encodingFormat\":\"unsaferow\"}";

    private static String entry(String conf, String... lines) {
        return "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":" + conf + "}\n" + String.join("\n", lines);
    }

    private static DraftQuery draft(MemoryStorage storage) throws IOException {
        return DraftQuery.of(Checkpoint.in(storage));
    }

    @Test
    void tellsSourcesByTheirOffsets() throws IOException {
        DraftQuery draft = draft(new MemoryStorage()
                .with(
                        "offsets/0",
                        entry(
                                CONF,
                                "{\"sourceVersion\":1,\"reservoirId\":\"a\",\"reservoirVersion\":0,\"index\":0,"
                                        + "\"isStartingVersion\":true}",
                                "{\"logOffset\":0}",
                                "{\"orders\":{\"0\":5},\"refunds\":{\"0\":1}}",
                                "-"))
                .with("sources/1/0", "v1\n{\"path\":\"file:///lake/in/a.json\",\"timestamp\":1,\"batchId\":0}"));

        assertThat(draft.query().sources())
                .containsExactly(
                        new SourceDescription(null, "delta", null, null, Map.of(), null),
                        new SourceDescription(null, "json", "/lake/in", null, Map.of(), null),
                        new SourceDescription(null, "kafka", null, null, Map.of("subscribe", "orders,refunds"), null),
                        new SourceDescription(null, "unknown", null, null, Map.of(), null));
        assertThat(draft.origin("sources[1].path")).isEqualTo(Origin.INFERRED);
        assertThat(draft.origin("sources[1].format")).isEqualTo(Origin.GUESS);
    }

    @Test
    void takesConfsThatTheSessionMustHaveHad() throws IOException {
        DraftQuery draft = draft(new MemoryStorage()
                .with("offsets/0", entry(CONF, "1"))
                .with("commits/0", "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{}}"));

        assertThat(draft.query().confs())
                .isEqualTo(Map.of(
                        "spark.sql.shuffle.partitions",
                        "3",
                        "spark.sql.streaming.stateStore.checkpointFormatVersion",
                        "2"));
        assertThat(draft.query().versions().spark()).isEqualTo("4.1");
        assertThat(draft.origin("spark")).isEqualTo(Origin.GUESS);
    }

    @Test
    void ordersAnOffsetMapByPositionAndKeepsNames() throws IOException {
        String map = "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{%s}}\n";
        DraftQuery positions =
                draft(new MemoryStorage().with("offsets/0", map.formatted("") + "1:{\"logOffset\":0}\n0:7"));
        DraftQuery names = draft(new MemoryStorage()
                .with(
                        "offsets/0",
                        map.formatted("\"spark.sql.streaming.queryEvolution.enableSourceEvolution\":\"true\"")
                                + "orders:7"));

        assertThat(positions.query().sources())
                .extracting(SourceDescription::format)
                .containsExactly("unknown", "parquet");
        assertThat(names.query().sources()).extracting(SourceDescription::name).containsExactly("orders");
        assertThat(names.query().versions().spark()).isEqualTo("4.2");
    }

    @Test
    void readsOperatorsFromTheirMetadata() throws IOException {
        DraftQuery draft = draft(new MemoryStorage()
                .with(
                        "state/1/_metadata/metadata",
                        "v1\n{\"operatorInfo\":{\"operatorId\":1,\"operatorName\":\"dedupe\"},\"stateStoreInfo\":"
                                + "[{\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":4}]}")
                .with("state/0/0/1.delta", "x")
                .with("state/commits/0", "x"));

        assertThat(draft.query().operators())
                .containsExactly(
                        new OperatorDescription(0, null, null, Map.of()),
                        new OperatorDescription(
                                1,
                                "dedupe",
                                4,
                                Map.of("default", new OperatorDescription.StoreDescription(null, null))));
    }

    @Test
    void draftsSomethingOfAnEmptyPlace() throws IOException {
        DraftQuery draft = draft(new MemoryStorage());

        assertThat(draft.query().sources()).isEmpty();
        assertThat(draft.query().operators()).isEmpty();
    }

    @Test
    void writesYamlThatReadsBackAsTheSameQuery() throws IOException {
        DraftQuery draft = draft(new MemoryStorage()
                .with("offsets/0", entry(CONF, "{\"logOffset\":0}", "{\"orders\":{\"0\":5}}"))
                .with("sources/0/0", "v1\n{\"path\":\"file:///lake/in/a.json\",\"timestamp\":1,\"batchId\":0}"));

        List<String> yaml = QueryDescriptionWriter.yaml(draft);

        assertThat(yaml).contains("trigger: availableNow  # guess", "    path: /lake/in  # inferred");
        assertThat(QueryDescriptionParser.parse(Location.of("draft"), String.join("\n", yaml))
                        .query()
                        .value())
                .contains(draft.query());
        assertThat(QueryDescriptionParser.parse(
                                Location.of("draft"),
                                QueryDescriptionWriter.json(draft.query()).toString())
                        .query()
                        .value())
                .contains(draft.query());
    }
}
