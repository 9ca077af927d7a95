package dev.tidemark.diagnosis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.tidemark.diagnosis.rules.Examination;
import dev.tidemark.state.rocksdb.RocksLab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.tidemark.diagnosis.StreamLab.DAY_MS;
import static dev.tidemark.diagnosis.StreamLab.HDFS;
import static dev.tidemark.diagnosis.StreamLab.ID;
import static dev.tidemark.diagnosis.StreamLab.ROCKSDB;
import static dev.tidemark.diagnosis.StreamLab.T0;
import static dev.tidemark.diagnosis.StreamLab.TABLE;
import static dev.tidemark.diagnosis.StreamLab.add;
import static dev.tidemark.diagnosis.StreamLab.conf;
import static dev.tidemark.diagnosis.StreamLab.delta;
import static dev.tidemark.diagnosis.StreamLab.info;
import static dev.tidemark.diagnosis.StreamLab.kafka;
import static dev.tidemark.diagnosis.StreamLab.keyOf;
import static dev.tidemark.diagnosis.StreamLab.protocol;
import static dev.tidemark.diagnosis.StreamLab.remove;
import static dev.tidemark.diagnosis.StreamLab.stateFile;
import static dev.tidemark.diagnosis.StreamLab.table;
import static dev.tidemark.diagnosis.StreamLab.txn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Every rule about a case or a table fires on evidence made for it, not on a healthy stream, and stands any damage. */
class EveryRuleIsProvenTest {
    private static final String KAFKA = "sources:\n  - {format: kafka, options: {subscribe: t}}\n";
    private static final String TEMPORARY = "6d4f8e0c-6a3b-4b0e-9a45-3f9c5d1f2a10.tmp";
    private static final String OTHER = "22222222-2222-4222-8222-222222222222";

    private static final Map<String, Function<StreamLab, Diagnosis>> FIRES = new LinkedHashMap<>();

    @TempDir
    Path directory;

    static {
        FIRES.put(
                "CKP-031",
                lab -> batches(lab, 3)
                        .file("ckpt/commits/.3." + TEMPORARY, "v1\n{\"nextBatchWatermarkMs\":77}")
                        .diagnose());
        FIRES.put("CKP-032", EveryRuleIsProvenTest::frozen);
        FIRES.put("CKP-033", EveryRuleIsProvenTest::notPurged);
        FIRES.put(
                "CNF-001",
                lab -> batches(lab, 3)
                        .diagnose("spark: 4.1.3\nconfs: {spark.sql.shuffle.partitions: \"9\"}\n" + KAFKA));
        FIRES.put(
                "CNF-002",
                lab -> batches(lab, 3)
                        .file("ckpt/commits/3", "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{}}")
                        .diagnose());
        FIRES.put(
                "CNF-003",
                lab -> batches(lab, 3)
                        .pins("{\"spark.sql.streaming.multipleWatermarkPolicy\":\"median\"}")
                        .offsets(3, kafka("t", 40))
                        .diagnose());
        FIRES.put(
                "CNF-004",
                lab -> batches(lab, 3)
                        .pins(conf("2", ROCKSDB))
                        .offsets(3, kafka("t", 40))
                        .diagnose());
        FIRES.put(
                "CNF-005",
                lab -> stateful(lab, 3)
                        .pins(conf("1", HDFS))
                        .offsets(3, kafka("t", 40))
                        .diagnose());
        FIRES.put("SRC-001", lab -> batches(lab, 3).diagnose(KAFKA + "  - {format: rate}\n"));
        FIRES.put(
                "SRC-002",
                lab -> batches(lab, 0).offsets(0, kafka("t", 5), kafka("t", 5)).diagnose());
        FIRES.put("SRC-003", lab -> batches(lab, 3).diagnose("sources:\n  - {format: delta, path: /lake/none}\n"));
        FIRES.put(
                "SRC-010",
                lab -> lab.metadata()
                        .offsetsAt(0, 0, T0, delta(5, 9, true))
                        .commitAt(0, T0 - 5 * DAY_MS)
                        .offsetsAt(1, T0 - 5 * DAY_MS, T0, delta(5, 19, true))
                        .commitAt(1, T0)
                        .offsetsAt(2, T0, T0, delta(5, 29, true))
                        .diagnose());
        FIRES.put(
                "SRC-011",
                lab -> deltaStream(lab, delta(1, -1, false))
                        .appends("src", TABLE, 3, 5)
                        .version("src", 3, protocol(), table(TABLE, "k"))
                        .diagnose());
        FIRES.put(
                "SRC-012",
                lab -> deltaStream(lab, delta(3, -1, false))
                        .appends("src", OTHER, 0, 2)
                        .diagnose(reads("")));
        FIRES.put(
                "SRC-013",
                lab -> deltaStream(lab, delta(2, -1, false))
                        .appends("src", TABLE, 0, 2)
                        .version("src", 3, info("DELETE"), remove("part-0.parquet", true))
                        .diagnose());
        FIRES.put(
                "SRC-014",
                lab -> deltaStream(lab, delta(2, -1, false))
                        .appends("src", TABLE, 0, 2)
                        .version("src", 3, table(TABLE, "k"))
                        .diagnose());
        FIRES.put(
                "SRC-015",
                lab -> deltaStream(lab, delta(2, -1, false))
                        .appends("src", TABLE, 0, 2)
                        .version("src", 3, table(TABLE, "k", "v"))
                        .version("src", 4, table(TABLE, "k", "v"))
                        .diagnose(reads("schemaTrackingLocation: /lake/ckpt/_schema_log")));
        FIRES.put(
                "SRC-016",
                lab -> batches(lab, 3)
                        .diagnose("sources:\n  - {format: kafka, options: {subscribe: t, startingOffsets: latest}}\n"));
        FIRES.put(
                "SRC-017",
                lab -> lab.metadata().offsets(0, delta(7, 3, false)).commit(0).diagnose());
        FIRES.put(
                "SRC-018",
                lab -> deltaStream(lab, delta(2, -1, false))
                        .appends("src", TABLE, 0, 4)
                        .version("src", 5, info("OPTIMIZE"), remove("part-3.parquet", false))
                        .without("src/part-3.parquet")
                        .diagnose());
        FIRES.put(
                "SRC-019",
                lab -> deltaStream(lab, delta(1, -1, false))
                        .appends("src", TABLE, 0, 3)
                        .without("src/part-2.parquet")
                        .diagnose());
        FIRES.put("SRC-020", lab -> files(lab).without("in/2.json").diagnose());
        FIRES.put(
                "SRC-021",
                lab -> files(lab)
                        .file("elsewhere/x.json", "{}")
                        .diagnose("sources:\n  - {format: json, path: /lake/elsewhere}\n"));
        FIRES.put(
                "SRC-024",
                lab -> deltaStream(lab, delta(2, -1, false))
                        .appends("src", TABLE, 0, 4)
                        .now(T0 + 29 * DAY_MS)
                        .diagnose());
        FIRES.put(
                "SRC-026",
                lab -> deltaStream(lab, delta(9, -1, false))
                        .appends("src", TABLE, 0, 4)
                        .diagnose());
        FIRES.put("SRC-027", lab -> deltaStream(lab, delta(9, -7, false)).diagnose());
        FIRES.put(
                "SRC-028",
                lab -> deltaStream(lab, delta(1, -1, false))
                        .appends("src", TABLE, 0, 4)
                        .without("src/_delta_log/00000000000000000003.json")
                        .diagnose(reads("")));
        FIRES.put(
                "SRC-029",
                lab -> deltaStream(lab, delta(3, -1, false))
                        .appends("src", TABLE, 0, 4)
                        .without("src/_delta_log/00000000000000000000.json")
                        .diagnose(reads("")));
        FIRES.put(
                "SRC-036",
                lab -> batches(lab, 3).diagnose("sources:\n  - {format: kafka, options: {subscribe: other}}\n"));
        FIRES.put("SRC-030", lab -> batches(lab, 3).offsets(4, kafka("t", 7)).diagnose());
        FIRES.put("SRC-031", lab -> batches(lab, 3).offsets(4, kafka("u", 7)).diagnose());
        FIRES.put("SRC-032", lab -> batches(lab, 3).offsets(3, kafka("t", -2)).diagnose());
        FIRES.put("SRC-033", lab -> batches(lab, 3).diagnose(bounds(90, 300)));
        FIRES.put("SRC-034", lab -> batches(lab, 3).diagnose());
        FIRES.put("SRC-035", lab -> lab.metadata().offsets(0, kafka("t", 5)).diagnose());
        FIRES.put(
                "SRC-040",
                lab -> lab.metadata().offsets(0, "5").commit(0).diagnose("sources:\n  - {format: socket}\n"));
        FIRES.put("STA-020", lab -> batches(lab, 3).diagnose());
        FIRES.put("STA-022", lab -> stateful(lab, 3).diagnose());
        FIRES.put(
                "STA-023",
                lab -> lab.metadata()
                        .pins("{\"spark.sql.streaming.stateStore.compression.codec\":\"none\"}")
                        .offsets(0, kafka("t", 1))
                        .commit(0)
                        .file("ckpt/state/0/0/1.delta", stateFile())
                        .diagnose());
        FIRES.put(
                "STA-024",
                lab -> stateful(lab, 3).file("ckpt/state/0/0/3.changelog", "x").diagnose());
        FIRES.put("STA-025", lab -> stateful(lab, 3).without("ckpt/state/0/1").diagnose());
        FIRES.put(
                "STA-026",
                lab -> stateful(lab, 8)
                        .operator(1, "dedupe", "k")
                        .deltas(1, 1, 2)
                        .diagnose());
        FIRES.put(
                "STA-027",
                lab -> stateful(lab, 3)
                        .file("ckpt/state/0/_metadata/metadata", "v1\n{")
                        .diagnose());
        FIRES.put("STA-028", lab -> stateful(lab, 3).deltas(0, 5, 9).diagnose());
        FIRES.put(
                "STA-029",
                lab -> stateful(lab, 3)
                        .file("ckpt/state/0/0/3.snapshot", new byte[] {-1, -1, -1, -1})
                        .diagnose());
        FIRES.put(
                "STA-030",
                lab -> stateful(lab, 3)
                        .file("ckpt/state/0/1/4.delta", stateFile(keyOf(1), new byte[8]))
                        .diagnose());
        FIRES.put("SNK-001", lab -> sink(lab, 9).without("ckpt/metadata").diagnose());
        FIRES.put(
                "SNK-002",
                lab -> batches(lab, 3)
                        .appends("out", OTHER, 0, 1)
                        .version("out", 2, txn("job", 90))
                        .diagnose());
        FIRES.put("SNK-003", lab -> sink(lab, 14).diagnose());
        FIRES.put(
                "SNK-004",
                lab -> sink(lab, 9)
                        .without("ckpt/commits/9")
                        .file("ckpt/commits/8", "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{\"0\":[[\"a\"]]}}")
                        .diagnose());
        FIRES.put("SNK-005", lab -> sink(lab, 4).diagnose());
        FIRES.put(
                "SNK-006",
                lab -> batches(lab, 3)
                        .appends("out", OTHER, 0, 3)
                        .diagnose(KAFKA + "sink: {format: delta, path: /lake/out}\n"));
        FIRES.put("SNK-007", lab -> sink(lab, 9).without("ckpt/commits/9").diagnose());
        FIRES.put(
                "SNK-008",
                lab -> sink(lab, 9)
                        .version(
                                "out",
                                3,
                                "{\"commitInfo\":{\"operation\":\"RESTORE\",\"operationParameters\":{\"version\":\"1\"}}}")
                        .diagnose());
        FIRES.put(
                "SNK-009",
                lab -> batches(lab, 3).outputSince(T0 - DAY_MS, "out", 0, 9).diagnose());
        FIRES.put("SNK-010", lab -> batches(lab, 8).output("out", 3, 8).diagnose());
        FIRES.put(
                "SNK-013",
                lab -> batches(lab, 3)
                        .output("out", 0, 3)
                        .without("out/part-2.parquet")
                        .diagnose());
        FIRES.put(
                "SNK-014",
                lab -> batches(lab, 3)
                        .output("out", 0, 3)
                        .file("out/_spark_metadata/2", "v1\n{")
                        .diagnose());
        FIRES.put(
                "SNK-015",
                lab -> batches(lab, 1)
                        .output("old", 0, 1)
                        .file("out/_spark_metadata/0", "v1")
                        .file(
                                "out/_spark_metadata/1",
                                "v1\n{\"path\":\"file:///lake/old/part-1.parquet\",\"size\":3,\"isDir\":false,"
                                        + "\"modificationTime\":1,\"blockReplication\":1,\"blockSize\":1,\"action\":\"add\"}")
                        .diagnose(KAFKA + "sink: {format: parquet, path: /lake/out}\n"));
        FIRES.put(
                "SNK-020",
                lab -> batches(lab, 3).without("ckpt/commits/3").diagnose(KAFKA + "sink: {format: foreachBatch}\n"));
        FIRES.put("CPY-001", lab -> batches(lab, 9).diagnose());
        FIRES.put(
                "CPY-002",
                lab -> stateful(lab, 3).file("ckpt/state/0/0/1.snapshot", "").diagnose());
        FIRES.put(
                "CPY-003",
                lab -> stateful(lab, 3)
                        .without("ckpt/state/0/_metadata/metadata")
                        .file(
                                "ckpt/state/0/_metadata/v2/0",
                                "v2\n{\"operatorInfo\":{\"operatorId\":0,\"operatorName\":\"transformWithStateExec\"},"
                                        + "\"stateStoreInfo\":[{\"storeName\":\"default\",\"numColsPrefixKey\":0,"
                                        + "\"numPartitions\":2,\"stateSchemaFilePaths\":[\"/old/ckpt/state/0/_stateSchema/"
                                        + "default/0_a\"]}],\"operatorPropertiesJson\":\"{}\"}")
                        .diagnose());
        FIRES.put(
                "CPY-004",
                lab -> batches(lab, 3).file("ckpt/state_$folder$", "").diagnose());
        FIRES.put("OK-002", EveryRuleIsProvenTest::formatTwo);
        FIRES.put(
                "OK-003",
                lab -> files(lab)
                        .offsets(1, "{\"logOffset\":2}", "{\"logOffset\":0}")
                        .offsets(0, "{\"logOffset\":1}", "{\"logOffset\":0}")
                        .file(
                                "ckpt/sources/1/0",
                                "v1\n{\"path\":\"file:///lake/b/1.json\",\"timestamp\":1,\"batchId\":0}")
                        .diagnose());
        FIRES.put(
                "OK-004",
                lab -> deltaStream(lab, delta(4, -1, false))
                        .appends("src", TABLE, 0, 3)
                        .diagnose());
        FIRES.put("OK-005", lab -> stateful(lab, 3).diagnose());
        FIRES.put(
                "OK-006",
                lab -> lab.metadata()
                        .offsetsAt(0, 5, T0, kafka("a", 1), kafka("b", 1))
                        .commitAt(0, 5)
                        .diagnose());
        FIRES.put(
                "TBL-020",
                lab -> lab.appends("t", TABLE, 0, 0)
                        .version("t", 4, add("x.parquet"))
                        .diagnoseTable("t"));
        FIRES.put(
                "TBL-021",
                lab -> lab.appends("t", TABLE, 0, 3)
                        .file("t/_delta_log/_last_checkpoint", "{\"version\":2,\"size\":4}")
                        .diagnoseTable("t"));
        FIRES.put(
                "TBL-022",
                lab -> lab.appends("t", TABLE, 0, 3)
                        .file("t/_delta_log/00000000000000000001.checkpoint.0000000001.0000000002.parquet", "x")
                        .diagnoseTable("t"));
        FIRES.put(
                "TBL-023",
                lab -> lab.version("t", 9, add("a"))
                        .version("t", 10, add("b"))
                        .file("t/_delta_log/00000000000000000010.checkpoint.parquet", "x")
                        .diagnoseTable("t"));
        FIRES.put(
                "TBL-024",
                lab -> lab.appends("t", TABLE, 0, 3)
                        .file("t/a.parquet", "abc")
                        .modified("t/a.parquet", T0 + 100_000)
                        .file("t/b.parquet", "abc")
                        .modified("t/b.parquet", T0 + 100_000)
                        .diagnoseTable("t"));
        FIRES.put(
                "TBL-026",
                lab -> lab.appends("t", TABLE, 0, 3)
                        .file(
                                "t/_delta_log/.00000000000000000003.json.crc",
                                new byte[] {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4})
                        .diagnoseTable("t"));
        FIRES.put(
                "TBL-027",
                lab -> lab.appends("t", TABLE, 0, 3)
                        .file("t/_delta_log/00000000000000000004.json", "")
                        .diagnoseTable("t"));
        FIRES.put(
                "TBL-025",
                lab -> lab.appends("t", TABLE, 0, 3)
                        .file("t/_delta_log/00000000000000000003.checkpoint.parquet", "no Parquet")
                        .diagnoseTable("t"));
    }

    static String bounds(long earliest, long latest) {
        return "sources:\n  - {format: kafka, options: {subscribe: t}, bounds: {t: {0: {earliest: " + earliest
                + ", latest: " + latest + "}}}}\n";
    }

    private static StreamLab batches(StreamLab lab, long newest) {
        return lab.kafkaBatches(0, newest);
    }

    private static StreamLab stateful(StreamLab lab, long newest) {
        return lab.kafkaBatches(0, newest).operator(0, "stateStoreSave", "k").deltas(0, 1, newest + 1);
    }

    private static StreamLab deltaStream(StreamLab lab, String position) {
        return lab.metadata()
                .offsets(0, delta(0, 0, true))
                .commit(0)
                .offsets(1, position)
                .commit(1);
    }

    private static String reads(String options) {
        return "sources:\n  - {format: delta, path: /lake/src, options: {" + options + "}}\n";
    }

    /** Ten committed batches, and a Delta sink that has them up to one. */
    private static StreamLab sink(StreamLab lab, long version) {
        return batches(lab, 9)
                .appends("out", OTHER, 0, 1)
                .version("out", 2, info("STREAMING UPDATE"), txn(ID, version), add("x.parquet"));
    }

    /** A file source whose batch 1 is not committed. */
    private static StreamLab files(StreamLab lab) {
        lab.metadata().offsets(0, "{\"logOffset\":0}").commit(0).offsets(1, "{\"logOffset\":2}");
        for (int entry = 0; entry < 3; entry++) {
            lab.file("in/" + entry + ".json", "{}")
                    .file(
                            "ckpt/sources/0/" + entry,
                            "v1\n{\"path\":\"file:///lake/in/" + entry + ".json\",\"timestamp\":1,\"batchId\":" + entry
                                    + "}");
        }
        return lab;
    }

    private static Diagnosis frozen(StreamLab lab) {
        lab.metadata();
        for (long batchId = 0; batchId < 25; batchId++) {
            lab.offsetsAt(batchId, T0 - DAY_MS, T0 + batchId * 20 * 60_000, kafka("t", batchId))
                    .commit(batchId);
        }
        return lab.diagnose();
    }

    private static Diagnosis notPurged(StreamLab lab) {
        lab.metadata();
        for (long batchId = 0; batchId < 5_000; batchId++) {
            lab.file("ckpt/offsets/" + batchId, "v1\n{}\n1");
        }
        return lab.diagnose();
    }

    private static Diagnosis formatTwo(StreamLab lab) {
        lab.metadata().pins(conf("1", ROCKSDB)).operator(0, "stateStoreSave", "k");
        lab.offsets(0, kafka("t", 1))
                .file("ckpt/commits/0", "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{\"0\":[[\"a\"]]}}")
                .offsets(1, kafka("t", 2));
        try {
            RocksLab.snapshot(lab.at("ckpt/state/0/0"), "1_a", lab.at("scratch"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return lab.diagnose();
    }

    static Stream<String> ids() {
        return FIRES.keySet().stream();
    }

    @Test
    void noRuleIsForgotten() {
        TreeSet<String> rules = new TreeSet<>();
        Examination.CASE_RULES.forEach(rule -> rules.add(rule.id()));
        Examination.TABLE_RULES.forEach(rule -> rules.add(rule.id()));

        assertThat(new TreeSet<>(FIRES.keySet())).isEqualTo(rules);
    }

    @ParameterizedTest
    @MethodSource("ids")
    void firesWhereItShould(String id) {
        Diagnosis diagnosis = FIRES.get(id).apply(new StreamLab(directory));

        assertThat(diagnosis.findings())
                .filteredOn(finding -> finding.rule().equals(id))
                .as("%s in %s", id, diagnosis.findings())
                .isNotEmpty()
                .allSatisfy(finding -> {
                    assertThat(RuleCatalog.page(id).severities()).contains(finding.severity());
                    assertThat(finding.explanation().summary()).isNotBlank().doesNotEndWith(".");
                    assertThat(finding.explanation().consequence()).isNotBlank();
                    assertThat(finding.explanation().remedy()).isNotBlank();
                    assertThat(finding.evidence()).isNotEmpty();
                });
    }

    @Test
    void nothingAboveInfoFiresOnAHealthyStream() throws IOException {
        StreamLab lab = stateful(new StreamLab(Files.createDirectory(directory.resolve("a"))), 12);
        StreamLab delta = deltaStream(new StreamLab(Files.createDirectory(directory.resolve("b"))), delta(2, -1, false))
                .appends("src", TABLE, 0, 4)
                .appends("out", OTHER, 0, 1)
                .version("out", 2, info("STREAMING UPDATE"), txn(ID, 1), add("x.parquet"));
        StreamLab toFiles = files(new StreamLab(Files.createDirectory(directory.resolve("c"))))
                .output("out", 0, 0);
        String described = reads("") + "sink: {format: delta, path: /lake/out}\n";

        for (Diagnosis diagnosis :
                List.of(lab.diagnose(), delta.diagnose(), delta.diagnose(described), toFiles.diagnose())) {
            assertThat(diagnosis.findings())
                    .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO))
                    .anySatisfy(finding -> assertThat(finding.rule()).isEqualTo("OK-001"));
        }
        assertThat(delta.diagnoseTable("src").findings()).isEmpty();
    }

    @Test
    void whatIsNotAtHandIsToldAndNeverCalledFine() {
        Diagnosis diagnosis =
                deltaStream(new StreamLab(directory), delta(2, -1, false)).diagnose();

        assertThat(diagnosis.notChecked())
                .anyMatch(reason -> reason.contains("the table of source 0"))
                .anyMatch(reason -> reason.contains("the sink"));
    }

    /** Every file of the evidence cut in half, and emptied: the diagnosis stands, and the same evidence gives the same one. */
    @ParameterizedTest
    @MethodSource("ids")
    void standsDamage(String id) throws IOException {
        StreamLab lab = new StreamLab(directory);
        Diagnosis whole = FIRES.get(id).apply(lab);
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        int step = Math.max(1, files.size() / 12);
        for (int i = 0; i < files.size(); i += step) {
            byte[] bytes = Files.readAllBytes(files.get(i));
            for (byte[] damaged : List.of(new byte[0], Arrays.copyOf(bytes, bytes.length / 2))) {
                Files.write(files.get(i), damaged);
                assertThatCode(() -> again(lab, whole))
                        .as("%s cut", files.get(i))
                        .doesNotThrowAnyException();
            }
            Files.write(files.get(i), bytes);
        }
    }

    private static Diagnosis again(StreamLab lab, Diagnosis before) {
        return before.kind() == Diagnosis.Kind.DELTA_TABLE ? lab.diagnoseTable("t") : lab.diagnose();
    }
}
