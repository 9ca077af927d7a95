package dev.tidemark.audit;

import java.util.List;
import java.util.stream.IntStream;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.RuleCatalog;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonParser;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RelationsTest {
    private static final String ONE = "11111111-1111-1111-1111-111111111111";
    private static final String TWO = "22222222-2222-2222-2222-222222222222";

    private final Relations relations = new Relations();

    @Test
    void aStreamWithBothItsTablesIsWell() {
        checkpoint("/c", ONE, 5, "orders");
        table("/orders", "orders");
        table("/out", "out", writer(ONE, 5, ONE));

        assertThat(relations.findings()).isEmpty();
    }

    @Test
    void checkpointsWithOneQueryIdAreCopiesOrWorse() {
        checkpoint("/a", ONE, 5);
        checkpoint("/b", ONE, 5);
        assertFinds(Relations.QUERY_ID_SHARED, Severity.INFO, "/a", "/b");

        checkpoint("/b", ONE, 9);
        assertFinds(Relations.QUERY_ID_SHARED, Severity.WARNING, "/a", "/b");
    }

    @Test
    void twoQueriesMayWriteToOneTable() {
        checkpoint("/a", ONE, 5, "orders");
        checkpoint("/b", TWO, 5, "returns");
        table("/orders", "orders");
        table("/returns", "returns");
        table("/out", "out", writer(ONE, 5, ONE), writer(TWO, 5, TWO));

        assertFinds(Relations.SINK_SHARED, Severity.INFO, "/out", "/a", "/b");
    }

    @Test
    void twoQueriesThatReadTheSameIntoTheSameAreSuspicious() {
        checkpoint("/old", ONE, 5, "orders");
        checkpoint("/new", TWO, 5, "orders");
        table("/orders", "orders");
        table(
                "/out",
                "out",
                new ItemKeys.Writer(ONE, 5, 100L, List.of()),
                new ItemKeys.Writer(TWO, 5, 200L, List.of()));

        List<Finding> found = relations.findings();

        assertThat(found).extracting(Finding::rule).containsExactly(Relations.SUPERSEDED);
        assertThat(found.get(0).explanation().summary()).endsWith("the newest at work is that of /new");
        assertThat(found.get(0).explanation().remedy()).contains("/old").doesNotContain("/new");
    }

    @Test
    void oneApplicationIdForTwoQueriesIsAnError() {
        table("/out", "out", writer("my-job", 812, ONE, TWO));

        assertFinds(Relations.APP_ID_SHARED, Severity.ERROR, "/out");
    }

    @Test
    void aSourceThatIsNotHereIsGoneOrElsewhere() {
        checkpoint("/c", ONE, 5, "dropped");
        table("/out", "out", writer(ONE, 5, ONE));
        assertFinds(Relations.TABLE_GONE, Severity.WARNING, "/c");
    }

    @Test
    void aCheckpointThatBelongsToNothingIsOrphaned() {
        checkpoint("/c", ONE, 5, "dropped");
        table("/unrelated", "unrelated");
        assertFinds(Relations.ORPHANED, Severity.WARNING, "/c");
    }

    @Test
    void withoutAnyTableNothingCanBeMissed() {
        checkpoint("/c", ONE, 5, "dropped");

        assertThat(relations.findings()).isEmpty();
    }

    @Test
    void saysWhichTableLostItsCheckpoint() {
        checkpoint("/c", ONE, 5);
        table("/out", "out", writer(TWO, 7, TWO));
        assertFinds(Relations.CHECKPOINT_GONE, Severity.INFO, "/out");
    }

    @Test
    void anOutputThatTwoQueriesWroteIsTold() {
        beats(ItemKind.CHECKPOINT, "/first", 0, 0, 1, 60_000, 2, 120_000, 3, 180_000);
        beats(ItemKind.CHECKPOINT, "/second", 2, 1_000_000, 3, 1_060_000, 4, 1_120_000);
        beats(ItemKind.FILE_SINK_OUTPUT, "/out", 1, 70_000, 2, 130_000, 3, 190_000, 4, 1_130_000);

        assertFinds(Relations.OUTPUT_SHARED, Severity.WARNING, "/out", "/first", "/second");
    }

    @Test
    void queriesInStepAreNotTakenForWritersOfOneOutput() {
        beats(ItemKind.CHECKPOINT, "/first", 0, 0, 1, 60_000);
        beats(ItemKind.CHECKPOINT, "/second", 0, 100, 1, 60_100);
        beats(ItemKind.FILE_SINK_OUTPUT, "/out", 0, 10_000, 1, 70_000);

        assertThat(relations.findings()).isEmpty();
    }

    @Test
    void aDirectoryThatIsGoneIsMissedWhereSomethingElseIsThere() {
        gone("/c", "/lake/in", 0, 0, 1, 60_000);
        assertFinds(Relations.ORPHANED, Severity.WARNING, "/c");

        beats(ItemKind.FILE_SINK_OUTPUT, "/out", 0, 10_000, 1, 70_000);
        assertFinds(Relations.DIRECTORY_GONE, Severity.WARNING, "/c");
    }

    @Test
    void keysComeBackFromTheirJson() {
        ItemKeys keys = new ItemKeys(
                ONE,
                5L,
                List.of(new ItemKeys.Beat(5, 100)),
                new ItemKeys.Sources(List.of("orders"), List.of("/lake/in")),
                "out",
                List.of(new ItemKeys.Writer("my-job", 3, null, List.of(ONE, TWO))));

        assertThat(ItemKeys.of(keys.document())).isEqualTo(keys);
        assertThat(ItemKeys.of(ItemKeys.NONE.document())).isEqualTo(ItemKeys.NONE);
        assertThat(ItemKeys.of(JsonParser.parseObject(
                                Location.of("x"),
                                "{\"writers\":[1,{\"appId\":2}],\"queryId\":[],\"sourceTables\":[null],\"beats\":[1,{\"batchId\":1}],"
                                        + "\"goneDirectories\":1}")
                        .value()
                        .orElseThrow()))
                .as("what is not of the form is left out")
                .isEqualTo(ItemKeys.NONE);
    }

    @Test
    void everyRelationHasAPage() {
        assertThat(List.of(
                        Relations.QUERY_ID_SHARED,
                        Relations.SINK_SHARED,
                        Relations.APP_ID_SHARED,
                        Relations.TABLE_GONE,
                        Relations.ORPHANED,
                        Relations.SUPERSEDED,
                        Relations.CHECKPOINT_GONE,
                        Relations.OUTPUT_SHARED,
                        Relations.DIRECTORY_GONE))
                .allSatisfy(id -> assertThat(RuleCatalog.find(id)).as(id).isPresent());
    }

    private void assertFinds(String rule, Severity severity, String... places) {
        List<Finding> found = relations.findings();

        assertThat(found).extracting(Finding::rule).containsExactly(rule);
        assertThat(found.get(0).severity()).isEqualTo(severity);
        assertThat(found.get(0).evidence()).extracting(Location::path).containsExactly(places);
    }

    private void checkpoint(String place, String queryId, long batch, String... sources) {
        relations.add(
                new AuditItem(ItemKind.CHECKPOINT, place),
                new ItemKeys(
                        queryId,
                        batch,
                        List.of(new ItemKeys.Beat(batch, 1000)),
                        new ItemKeys.Sources(List.of(sources), List.of()),
                        null,
                        List.of()));
    }

    private void beats(ItemKind kind, String place, long... batchesAndTimes) {
        relations.add(
                new AuditItem(kind, place),
                new ItemKeys(null, null, pairs(batchesAndTimes), ItemKeys.Sources.NONE, null, List.of()));
    }

    private void gone(String place, String directory, long... batchesAndTimes) {
        ItemKeys.Sources sources = new ItemKeys.Sources(List.of(), List.of(directory));
        relations.add(
                new AuditItem(ItemKind.CHECKPOINT, place),
                new ItemKeys(ONE, null, pairs(batchesAndTimes), sources, null, List.of()));
    }

    private static List<ItemKeys.Beat> pairs(long... batchesAndTimes) {
        return IntStream.range(0, batchesAndTimes.length / 2)
                .mapToObj(i -> new ItemKeys.Beat(batchesAndTimes[2 * i], batchesAndTimes[2 * i + 1]))
                .toList();
    }

    private void table(String place, String id, ItemKeys.Writer... writers) {
        relations.add(
                new AuditItem(ItemKind.DELTA_TABLE, place),
                new ItemKeys(null, null, List.of(), ItemKeys.Sources.NONE, id, List.of(writers)));
    }

    private static ItemKeys.Writer writer(String appId, long version, String... queries) {
        return new ItemKeys.Writer(appId, version, 100L, List.of(queries));
    }
}
