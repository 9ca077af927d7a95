package dev.tidemark.diagnosis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.tidemark.state.rocksdb.RocksLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.tidemark.diagnosis.Findings.alarmsOnly;
import static dev.tidemark.diagnosis.Findings.found;
import static dev.tidemark.diagnosis.StreamLab.DAY_MS;
import static dev.tidemark.diagnosis.StreamLab.HDFS;
import static dev.tidemark.diagnosis.StreamLab.ID;
import static dev.tidemark.diagnosis.StreamLab.ROCKSDB;
import static dev.tidemark.diagnosis.StreamLab.T0;
import static dev.tidemark.diagnosis.StreamLab.TABLE;
import static dev.tidemark.diagnosis.StreamLab.add;
import static dev.tidemark.diagnosis.StreamLab.conf;
import static dev.tidemark.diagnosis.StreamLab.cut;
import static dev.tidemark.diagnosis.StreamLab.delta;
import static dev.tidemark.diagnosis.StreamLab.info;
import static dev.tidemark.diagnosis.StreamLab.kafka;
import static dev.tidemark.diagnosis.StreamLab.protocol;
import static dev.tidemark.diagnosis.StreamLab.remove;
import static dev.tidemark.diagnosis.StreamLab.row;
import static dev.tidemark.diagnosis.StreamLab.stateFile;
import static dev.tidemark.diagnosis.StreamLab.table;
import static dev.tidemark.diagnosis.StreamLab.txn;
import static org.assertj.core.api.Assertions.assertThat;

/** Failures that people reported, each rebuilt small: the diagnosis names the cause and the way out, and nothing beside. */
class ReportedCasesTest {
    private static final String KAFKA_SOURCE = "  - {format: kafka, options: {subscribe: t}}\n";

    @TempDir
    Path directory;

    private StreamLab lab;

    @BeforeEach
    void begin() {
        lab = new StreamLab(directory);
    }

    // logs

    @Test
    void aHoleBelowTheNewestOffsetFile() {
        lab.kafkaBatches(0, 2).offsets(4, kafka("t", 50));

        Finding finding = found(lab.diagnose(), "CKP-004");

        assertThat(finding.explanation().summary()).contains("offsets/4", "offsets/3 is missing");
        assertThat(finding.explanation().remedy())
                .contains("offsets/4", "aside", "batch 3", "Leave the commits alone", "again");
        alarmsOnly(lab.diagnose(), "CKP-004");
    }

    @Test
    void aHoleBelowACommittedBatchIsMendedByACopyOfTheNewestOffsetFile() {
        lab.kafkaBatches(0, 4).without("ckpt/offsets/3");

        assertThat(found(lab.diagnose(), "CKP-004").explanation().remedy())
                .contains("copy offsets/4 to that name", "does not matter")
                .doesNotContain("aside");
    }

    @Test
    void twoDriversOnOneCheckpoint() {
        lab.kafkaBatches(0, 3)
                .offsets(4, kafka("t", 50))
                .file(
                        "ckpt/offsets/.4.6d4f8e0c-6a3b-4b0e-9a45-3f9c5d1f2a10.tmp",
                        "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":1,\"conf\":{}}\n" + kafka("t", 47));

        Finding finding = found(lab.diagnose(), "CKP-031");

        assertThat(finding.explanation().summary()).contains("differs", "offsets/4", "published");
        assertThat(finding.explanation().remedy()).contains("second running driver", "exactly one");
        alarmsOnly(lab.diagnose(), "CKP-031");
    }

    @Test
    void aLeftoverOfACrashIsNoSecondDriver() {
        lab.kafkaBatches(0, 3).file("ckpt/offsets/.3.6d4f8e0c-6a3b-4b0e-9a45-3f9c5d1f2a10.tmp", "");

        alarmsOnly(lab.diagnose());
    }

    @Test
    void healthyFilesSaySoAndPointElsewhere() {
        Finding finding =
                found(lab.kafkaBatches(0, 3).offsets(4, kafka("t", 50)).diagnose(), "OK-001");

        assertThat(finding.explanation().consequence()).contains("second driver");
        assertThat(finding.explanation().remedy()).contains("do not delete offsets/4");
    }

    @Test
    void theQueryIdIsLostAndTheSinkRemembersIt() {
        lab.kafkaBatches(0, 8)
                .offsets(9, kafka("t", 100))
                .without("ckpt/metadata")
                .appends("out", "other", 0, 3)
                .version("out", 4, info("STREAMING UPDATE"), txn(ID, 9), add("part-x.parquet"));

        Finding finding = found(lab.diagnose(), "SNK-001");

        assertThat(finding.explanation().summary()).contains(ID, "at batch 9");
        assertThat(finding.explanation().consequence()).contains("second time");
        assertThat(finding.explanation().remedy()).contains("{\"id\":\"" + ID + "\"}");
        alarmsOnly(lab.diagnose(), "CKP-001", "SNK-001");
    }

    @Test
    void thePlanReadsTheSourceThreeTimes() {
        String query = "spark: 4.1.3\nsources:\n" + KAFKA_SOURCE + KAFKA_SOURCE + KAFKA_SOURCE;

        Finding finding = found(lab.kafkaBatches(0, 3).diagnose(query), "SRC-001");

        assertThat(finding.explanation().summary())
                .contains("1 source line", "3 sources", "the plan changed and not the checkpoint");
        alarmsOnly(lab.diagnose(query), "SRC-001");
    }

    @Test
    void aFileThatLostALineIsNotTakenForAnotherPlan() {
        lab.metadata();
        for (long batchId = 0; batchId < 4; batchId++) {
            lab.offsets(batchId, kafka("a", 5 + batchId), kafka("b", 5 + batchId))
                    .commit(batchId);
        }
        lab.offsets(4, kafka("a", 10));

        Diagnosis diagnosis = lab.diagnose("sources:\n" + KAFKA_SOURCE + KAFKA_SOURCE);

        assertThat(found(diagnosis, "CKP-020").explanation().summary()).contains("1 source", "of 2");
        assertThat(found(diagnosis, "SRC-001").explanation().summary()).doesNotContain("the plan changed");
    }

    @Test
    void oneSourceOnSeveralLinesIsTold() {
        lab.metadata().offsets(0, kafka("t", 5), kafka("t", 5), kafka("t", 5)).commit(0);

        assertThat(found(lab.diagnose(), "SRC-002").explanation().summary()).contains("3 source lines");
    }

    // state

    private StreamLab stateful(long newest) {
        lab.metadata().operator(0, "stateStoreSave", "k").deltas(0, 1, newest + 1);
        for (long batchId = 0; batchId <= newest; batchId++) {
            lab.offsets(batchId, kafka("t", 10 + batchId)).commit(batchId);
        }
        return lab;
    }

    @Test
    void aRenameThatDidNothingLeavesAWholeTemporaryFile() {
        stateful(5)
                .without("ckpt/state/0/1/6.delta")
                .file("ckpt/state/0/1/.6.delta.6d4f8e0c-6a3b-4b0e-9a45-3f9c5d1f2a10.TID7.tmp", stateFile());

        Diagnosis diagnosis = lab.diagnose();

        assertThat(found(diagnosis, "STA-001").explanation().remedy()).contains("copy", "whole", "6.delta");
        assertThat(found(diagnosis, "STA-003").explanation().consequence()).contains("rename");
        alarmsOnly(diagnosis, "STA-001");
    }

    @Test
    void aTornTemporaryFileIsNotOfferedForPromotion() {
        stateful(5)
                .without("ckpt/state/0/1/6.delta")
                .file("ckpt/state/0/1/.6.delta.6d4f8e0c-6a3b-4b0e-9a45-3f9c5d1f2a10.TID7.tmp", cut(stateFile()));

        Diagnosis diagnosis = lab.diagnose();

        assertThat(found(diagnosis, "STA-001").explanation().remedy())
                .doesNotContain("copy")
                .contains("after batch 4");
        assertThat(diagnosis.findings()).extracting(Finding::rule).doesNotContain("STA-003");
    }

    @Test
    void committedBatchesAndNoStateAtAll() {
        lab.kafkaBatches(0, 40);

        Finding finding = found(lab.diagnose(), "STA-020");

        assertThat(finding.explanation().summary()).contains("41 batches", "not copied", "stateless until now");
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        alarmsOnly(lab.diagnose());
    }

    @Test
    void stateThatTheQueryNeedsIsLost() {
        String query = "spark: 4.2.0\nsources:\n" + KAFKA_SOURCE
                + "operators:\n  - {operatorId: 0, name: stateStoreSave, partitions: 2}\n";

        Finding finding = found(lab.kafkaBatches(0, 40).diagnose(query), "STA-020");

        assertThat(finding.severity()).isEqualTo(Severity.FATAL);
        assertThat(finding.explanation().remedy()).contains("Restore state/");
    }

    @Test
    void aCutSnapshotAboveWholeChangeFiles() {
        stateful(11).file("ckpt/state/0/1/10.snapshot", cut(stateFile()));

        Finding finding = found(lab.diagnose(), "STA-001");

        assertThat(finding.explanation().remedy())
                .contains("10.snapshot aside", "nothing is lost", "versions 1 to 12 are all there and readable");
        alarmsOnly(lab.diagnose(), "STA-001");
    }

    @Test
    void aCutSnapshotWithoutOlderChangeFilesLosesThePartition() {
        stateful(11).file("ckpt/state/0/1/10.snapshot", cut(stateFile()));
        for (long version = 1; version <= 9; version++) {
            lab.without("ckpt/state/0/1/" + version + ".delta");
        }

        assertThat(found(lab.diagnose(), "STA-001").explanation().remedy()).doesNotContain("nothing is lost");
    }

    @Test
    void thePinnedNumberOfPartitionsIsConsistentAndWins() {
        Finding finding = found(stateful(3).diagnose(), "OK-005");

        assertThat(finding.explanation().summary()).contains("pins 2", "as many directories");
        assertThat(finding.explanation().remedy()).contains("Do not edit the offset file");
        alarmsOnly(lab.diagnose());
    }

    @Test
    void anEditedNumberOfPartitionsLeavesDirectoriesUnread() {
        stateful(3).pins(conf("1", HDFS)).offsets(3, kafka("t", 13));

        Diagnosis diagnosis = lab.diagnose();

        assertThat(found(diagnosis, "CNF-005").explanation().consequence()).contains("directories 1 to 1");
        alarmsOnly(diagnosis, "CNF-004", "CNF-005");
    }

    @Test
    void aRaisedNumberOfPartitionsMissesDirectories() {
        stateful(3).pins(conf("3", HDFS)).offsets(3, kafka("t", 13));

        assertThat(found(lab.diagnose(), "STA-025").explanation().summary()).contains("partition 2");
    }

    @Test
    void theStateSaysWhatItIsKeyedBy() {
        Finding finding = found(stateful(3).diagnose(), "STA-022");

        assertThat(finding.explanation().summary()).contains("Operator 0 (stateStoreSave) is keyed by (k bigint)");
        assertThat(finding.explanation().consequence()).contains("STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE");
    }

    @Test
    void sumsOfDecimalsThatSparkTwoWrote() {
        byte[] decimal = ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putLong(16L << 32 | 3)
                .put(new byte[] {1, 2, 3})
                .array();
        lab.metadata()
                .pins("{\"spark.sql.shuffle.partitions\":\"2\",\"" + "spark.sql.streaming.stateStore.providerClass\":\""
                        + HDFS
                        + "\",\"spark.sql.streaming.stateStore.compression.codec\":\"none\","
                        + "\"spark.sql.streaming.aggregation.stateFormatVersion\":\"2\"}")
                .offsets(0, kafka("t", 1))
                .commit(0)
                .file("ckpt/state/0/0/1.delta", stateFile(row(1), decimal))
                .file("ckpt/state/0/1/1.delta", stateFile(row(2), decimal));

        Finding finding = found(lab.diagnose(), "STA-023");

        assertThat(finding.explanation().summary()).contains("no schema file", "sums of decimals");
        assertThat(finding.explanation().remedy()).contains("old Spark", "no repair");
        alarmsOnly(lab.diagnose(), "STA-023");
    }

    @Test
    void oldStateWithoutDecimalsIsWorthKnowingAndNoMore() {
        lab.metadata()
                .pins(
                        "{\"spark.sql.shuffle.partitions\":\"1\",\"spark.sql.streaming.stateStore.compression.codec\":\"none\"}")
                .offsets(0, kafka("t", 1))
                .commit(0)
                .file("ckpt/state/0/0/1.delta", stateFile());

        assertThat(found(lab.diagnose(), "STA-023").severity()).isEqualTo(Severity.INFO);
        alarmsOnly(lab.diagnose());
    }

    @Test
    void filesOfTwoProviders() {
        stateful(13).file("ckpt/state/0/0/13.changelog", "x").file("ckpt/state/0/0/14.changelog", "x");

        Finding finding = found(lab.diagnose(), "STA-024");

        assertThat(finding.explanation().summary())
                .contains("offsets/13 pins HDFSBackedStateStoreProvider", "changelogs", "since batch 12");
        alarmsOnly(lab.diagnose(), "STA-024");
    }

    @Test
    void theOtherProviderIsFoundToo() {
        lab.pins(conf("2", ROCKSDB));

        assertThat(found(stateful(3).diagnose(), "STA-024").explanation().summary())
                .contains("pins RocksDBStateStoreProvider", "deltas");
    }

    private StreamLab archives(long newest) throws IOException {
        lab.metadata().pins(conf("1", ROCKSDB)).operator(0, "stateStoreSave", "k");
        for (long batchId = 0; batchId <= newest; batchId++) {
            lab.offsets(batchId, kafka("t", batchId)).commit(batchId);
        }
        for (long version = 1; version <= newest + 1; version++) {
            lab.file("ckpt/state/0/0/" + version + ".changelog", RocksLab.changelog());
        }
        for (String version : List.of("3", Long.toString(newest + 1))) {
            RocksLab.snapshot(lab.at("ckpt/state/0/0"), version, lab.at("scratch"));
        }
        return lab;
    }

    @Test
    void anArchiveNamesATableThatIsGoneAndAnOlderOneIsWhole() throws IOException {
        archives(5);
        try (Stream<Path> tables = Files.list(lab.at("ckpt/state/0/0/SSTs"))) {
            for (Path table :
                    tables.filter(path -> path.toString().endsWith("-6.sst")).toList()) {
                Files.delete(table);
            }
        }

        Finding finding = found(lab.diagnose(), "STA-001");

        assertThat(finding.explanation().remedy())
                .contains("6.zip aside", "nothing is lost", "3.zip is whole", "versions 4 to 6 are all there");
        alarmsOnly(lab.diagnose(), "STA-001");
    }

    @Test
    void allArchivesThatNameALostTableGoAtOnce() throws IOException {
        archives(5).without("ckpt/state/0/0/SSTs");

        Diagnosis diagnosis = lab.diagnose();

        String remedy = found(diagnosis, "STA-001").explanation().remedy();
        assertThat(remedy)
                .startsWith("move state/0/0/6.zip and 3.zip aside together")
                .contains("nothing is lost", "versions 1 to 6 are all there");
        lab.without("ckpt/state/0/0/6.zip").without("ckpt/state/0/0/3.zip");
        alarmsOnly(lab.diagnose());
    }

    @Test
    void aRestartAndTheFindingGiveTheSameWayAroundALostTable() throws IOException {
        archives(5).without("ckpt/state/0/0/SSTs").without("ckpt/commits/5");
        String query = "spark: 4.1.3\nsources:\n" + KAFKA_SOURCE
                + "operators:\n  - {operatorId: 0, name: stateStoreSave, partitions: 1}\n";

        Diagnosis diagnosis = lab.diagnose(query);

        assertThat(diagnosis.outlook().map(outlook -> outlook.prediction().failure()))
                .as(diagnosis
                        .outlook()
                        .map(outlook -> outlook.prediction().unknown())
                        .toString())
                .hasValueSatisfying(failure -> assertThat(failure.advice().remedy())
                        .isEqualTo(found(diagnosis, "STA-001").explanation().remedy()));
    }

    @Test
    void anArchiveWithoutItsTableAndWithoutChangelogsIsLost() throws IOException {
        archives(5).without("ckpt/state/0/0/SSTs").without("ckpt/state/0/0/5.changelog");

        assertThat(found(lab.diagnose(), "STA-001").explanation().remedy()).doesNotContain("nothing is lost");
    }

    @Test
    void aCrashOfFormatTwoWithAllItsFiles() {
        lab.metadata().pins(conf("2", ROCKSDB)).operator(0, "stateStoreSave", "k");
        for (long batchId = 0; batchId < 8; batchId++) {
            lab.offsets(batchId, kafka("t", batchId))
                    .file(
                            "ckpt/commits/" + batchId,
                            "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{\"0\":[[\"a" + batchId + "\"],[\"b"
                                    + batchId + "\"]]}}");
        }
        lab.offsets(8, kafka("t", 8));

        Diagnosis diagnosis = lab.diagnose();

        assertThat(found(diagnosis, "CNF-002").explanation().remedy()).contains("checkpointFormatVersion=2");
        assertThat(found(diagnosis, "CKP-008").severity()).isEqualTo(Severity.INFO);
        assertThat(diagnosis.findings())
                .extracting(Finding::rule)
                .contains("STA-001")
                .doesNotContain("OK-002");
    }

    @Test
    void theWatermarkFollowsTheSlowestOfTwoSources() {
        lab.metadata()
                .pins("{\"spark.sql.shuffle.partitions\":\"2\"}")
                .offsetsAt(0, 0, T0, kafka("a", 1), kafka("b", 1))
                .commitAt(0, T0 - 1000)
                .offsetsAt(1, T0 - 1000, T0 + 1000, kafka("a", 2), kafka("b", 2))
                .commitAt(1, T0 - 1000);

        Finding finding = found(lab.diagnose(), "OK-006");

        assertThat(finding.explanation().summary()).contains("policy is min", "implied");
        assertThat(finding.explanation().consequence()).contains("slowest");
    }

    // the Delta source

    @Test
    void theWatermarkOvertakesAnInitialSnapshot() {
        lab.metadata()
                .offsetsAt(0, 0, T0, delta(5, 9, true))
                .commitAt(0, T0 - 41 * DAY_MS)
                .offsetsAt(1, T0 - 41 * DAY_MS, T0, delta(5, 19, true))
                .commitAt(1, T0 - DAY_MS)
                .offsetsAt(2, T0 - DAY_MS, T0, delta(5, 29, true))
                .commitAt(2, T0 - DAY_MS);

        Finding finding = found(lab.diagnose(), "SRC-010");

        assertThat(finding.explanation().summary()).contains("inside its initial snapshot", "40 days");
        assertThat(finding.explanation().remedy()).contains("withEventTimeOrder");
    }

    @Test
    void aWatermarkThatGrowsWithTheSnapshotIsWell() {
        lab.metadata()
                .offsetsAt(0, 0, T0, delta(5, 9, true))
                .commitAt(0, T0 - 41 * DAY_MS)
                .offsetsAt(1, T0 - 41 * DAY_MS, T0, delta(5, 19, true))
                .commitAt(1, T0 - 41 * DAY_MS + 60_000)
                .offsetsAt(2, T0 - 41 * DAY_MS + 60_000, T0, delta(5, 29, true))
                .commitAt(2, T0 - 41 * DAY_MS + 60_000);

        assertThat(lab.diagnose().findings()).extracting(Finding::rule).doesNotContain("SRC-010");
    }

    private StreamLab deltaStream(String position) {
        return lab.metadata()
                .offsets(0, delta(0, 0, true))
                .commit(0)
                .offsets(1, position)
                .commit(1);
    }

    private StreamLab tailing(long version) {
        return lab.metadata()
                .offsets(0, delta(version - 1, -1, false))
                .commit(0)
                .offsets(1, delta(version, -1, false))
                .commit(1);
    }

    private static String reads(String options) {
        return "sources:\n  - {format: delta, path: /lake/src, options: {" + options + "}}\n";
    }

    @Test
    void theLogWasCleanedUnderAnInitialSnapshot() {
        deltaStream(delta(5, 120, true))
                .appends("src", TABLE, 30, 31)
                .version("src", 30, protocol(), table(TABLE, "k"));

        Finding finding = found(lab.diagnose(reads("failOnDataLoss: \"false\"")), "SRC-011");

        assertThat(finding.explanation().summary())
                .contains("initial snapshot of version 5", "begins at 30", "25 versions");
        assertThat(finding.explanation().consequence()).contains("failOnDataLoss=false does not help");
    }

    @Test
    void theLogWasCleanedUnderAStreamThatTails() {
        tailing(5).appends("src", TABLE, 30, 31).version("src", 30, protocol(), table(TABLE, "k"));

        Finding finding = found(lab.diagnose(), "SRC-011");

        assertThat(finding.explanation().summary()).contains("needs version 5", "25 versions cannot be read");
        assertThat(finding.explanation().consequence())
                .contains("DELTA_MISSING_FILES_UNEXPECTED_VERSION", "goes on at 30");
    }

    @Test
    void aHoleThatTheOptionPassesOverIsLossAndNoFailure() {
        tailing(5).appends("src", TABLE, 30, 31).version("src", 30, protocol(), table(TABLE, "k"));

        Finding finding = found(lab.diagnose(reads("failOnDataLoss: \"false\"")), "SRC-011");

        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.explanation().consequence()).contains("as it is set", "goes on at 30");
    }

    @Test
    void theLastCommittedBatchStillReadTheSnapshotThatIsGone() {
        lab.metadata()
                .offsets(0, delta(4, 3, true))
                .commit(0)
                .offsets(1, delta(5, -1, false))
                .commit(1)
                .appends("src", TABLE, 30, 31)
                .version("src", 30, protocol(), table(TABLE, "k"));

        Finding finding = found(lab.diagnose(reads("failOnDataLoss: \"false\"")), "SRC-011");

        assertThat(finding.severity()).isEqualTo(Severity.FATAL);
        assertThat(finding.explanation().consequence())
                .contains("DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE", "failOnDataLoss=false does not help");
        assertThat(finding.explanation().remedy()).doesNotContain("set failOnDataLoss");
    }

    @Test
    void theSourceTableWasMadeAnew() {
        deltaStream(delta(812, -1, false)).appends("src", "22222222-2222-4222-8222-222222222222", 0, 4);

        Finding finding = found(lab.diagnose(reads("")), "SRC-012");

        assertThat(finding.explanation().summary()).contains("22222222", TABLE, "from 0 to 4");
        assertThat(finding.explanation().remedy()).contains("startingVersion", "keep the target");
        alarmsOnly(lab.diagnose(reads("")), "SRC-012");
    }

    private StreamLab rewrittenAhead() {
        return deltaStream(delta(3, -1, false))
                .appends("src", TABLE, 0, 3)
                .version(
                        "src",
                        4,
                        info("DELETE"),
                        remove("part-1.parquet", true),
                        remove("part-2.parquet", true),
                        add("n.parquet", 7))
                .file("src/n.parquet", "abc");
    }

    @Test
    void aDeleteAheadMakesUntouchedRowsComeAgain() {
        Finding finding = found(rewrittenAhead().diagnose(), "SRC-013");

        assertThat(finding.explanation().summary())
                .contains("Version 4 (DELETE)", "2 files removed", "reads on from version 3");
        assertThat(finding.explanation().consequence())
                .contains("ignoreChanges would emit some 7 rows again", "skipChangeCommits emits none");
        alarmsOnly(lab.diagnose(), "SRC-013");
    }

    @Test
    void anOptionThatPassesOverChangesIsTakenIntoAccount() {
        rewrittenAhead();

        assertThat(found(lab.diagnose(reads("skipChangeCommits: \"true\"")), "SRC-013")
                        .severity())
                .isEqualTo(Severity.INFO);
        assertThat(found(lab.diagnose(reads("ignoreChanges: \"true\"")), "SRC-013")
                        .severity())
                .isEqualTo(Severity.WARNING);
        assertThat(found(lab.diagnose(reads("ignoreDeletes: \"true\"")), "SRC-013")
                        .severity())
                .isEqualTo(Severity.FATAL);
        assertThat(lab.diagnose(reads("readChangeFeed: \"true\"")).findings())
                .extracting(Finding::rule)
                .doesNotContain("SRC-013");
    }

    @Test
    void aColumnIsDroppedAhead() {
        deltaStream(delta(3, -1, false))
                .appends("src", TABLE, 0, 6)
                .version("src", 5, info("DROP COLUMNS"), table(TABLE, "k"));

        Finding finding = found(lab.diagnose(reads("")), "SRC-014");

        assertThat(finding.explanation().summary()).contains("version 3 and the head 6", "version 5", "drops column v");
        assertThat(finding.explanation().consequence()).contains("the sink's schema plays no part");
        assertThat(finding.explanation().remedy()).contains("schemaTrackingLocation");
    }

    @Test
    void aColumnThatIsOnlyAddedIsReadAfterARestart() {
        deltaStream(delta(3, -1, false))
                .appends("src", TABLE, 0, 6)
                .version("src", 5, info("ADD COLUMNS"), table(TABLE, "k", "v", "w"));

        assertThat(found(lab.diagnose(reads("")), "SRC-014").severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void anIdentityColumnStopsAStreamWithASchemaLog() {
        deltaStream(delta(3, -1, false))
                .appends("src", TABLE, 0, 3)
                .version("src", 4, table(TABLE, "k", "v"), add("a.parquet"))
                .version("src", 5, table(TABLE, "k", "v"), add("b.parquet"));

        Diagnosis tracked = lab.diagnose(reads("schemaTrackingLocation: /lake/ckpt/_schema_log"));

        assertThat(found(tracked, "SRC-015").explanation().summary()).contains("2 commits", "version 4");
        assertThat(lab.diagnose(reads("")).findings()).extracting(Finding::rule).doesNotContain("SRC-015");
    }

    @Test
    void anOffsetOnePastTheNewestVersionIsCaughtUp() {
        lab.metadata()
                .offsets(0, delta(0, 0, true))
                .commit(0)
                .offsets(1, delta(4, -1, false))
                .commit(1)
                .offsets(2, delta(4, -1, false))
                .appends("src", TABLE, 0, 3);

        Diagnosis diagnosis = lab.diagnose();

        assertThat(found(diagnosis, "OK-004").explanation().summary()).contains("version 4", "newest version 3");
        alarmsOnly(diagnosis);
    }

    @Test
    void aStartingVersionInCodeIsIgnored() {
        deltaStream(delta(61, -1, false))
                .appends("src", TABLE, 58, 90)
                .version("src", 58, protocol(), table(TABLE, "k", "v"));

        Finding finding = found(lab.diagnose(reads("startingVersion: \"80\"")), "SRC-016");

        assertThat(finding.explanation().summary()).contains("is at version 61", "startingVersion=80", "is ignored");
        assertThat(finding.explanation().consequence()).contains("begin with version 80 itself", "skip 62 to 79");
    }

    @Test
    void aStreamThatBeganAtAVersionReadThatVersion() {
        lab.metadata().offsets(0, delta(7, 3, false)).commit(0);

        assertThat(found(lab.diagnose(), "SRC-017").explanation().consequence()).contains("inclusive");
    }

    @Test
    void vacuumRanAheadOfTheStream() {
        deltaStream(delta(3, -1, false))
                .appends("src", TABLE, 0, 8)
                .version("src", 9, info("OPTIMIZE"), remove("part-5.parquet", false), remove("part-6.parquet", false))
                .without("src/part-5.parquet")
                .without("src/part-6.parquet");

        Finding finding = found(lab.diagnose(), "SRC-018");

        assertThat(finding.explanation().summary()).contains("Versions 5 to 6", "2 data files", "removed in 9");
        assertThat(finding.explanation().remedy()).contains("startingVersion=7", "deletedFileRetentionDuration");
        alarmsOnly(lab.diagnose(), "SRC-018");
    }

    @Test
    void aTableWithoutItsDataFilesIsNotCheckedAndNotAlarmed() {
        deltaStream(delta(3, -1, false)).appends("src", TABLE, 0, 5);
        for (long version = 0; version <= 5; version++) {
            lab.without("src/part-" + version + ".parquet");
        }

        alarmsOnly(lab.diagnose());
        assertThat(lab.diagnose().notChecked()).anyMatch(reason -> reason.contains("the data files of"));
    }

    // sinks

    @Test
    void anApplicationIdOfAnEarlierLife() {
        lab.kafkaBatches(0, 30).appends("out", "o", 0, 2).version("out", 3, txn("my-job", 812), add("x.parquet"));
        String query = "sources:\n" + KAFKA_SOURCE
                + "sink: {format: foreachBatch, path: /lake/out, options: {txnAppId: my-job}}\n";

        Finding finding = found(lab.diagnose(query), "SNK-002");

        assertThat(finding.explanation().summary()).contains("my-job up to 812", "batch 30");
        assertThat(finding.explanation().consequence()).contains("All 31 batches", "the next 782");
        assertThat(finding.explanation().remedy()).contains("new txnAppId", "replay batches 0 to 30");
        alarmsOnly(lab.diagnose(query), "SNK-002");
    }

    @Test
    void theOutputsLogBeginsTooLate() {
        lab.kafkaBatches(0, 8).output("out", 5, 8);

        Finding finding = found(lab.diagnose(), "SNK-010");

        assertThat(finding.explanation().summary()).contains("lacks 0, 1, 2, 3, 4");
        assertThat(finding.explanation().consequence()).contains("Batch 9 compacts");
        assertThat(finding.explanation().remedy()).contains("Copy the missing files", "Stubs");
        alarmsOnly(lab.diagnose(), "SNK-010");
    }

    // the file source

    @Test
    void anIdleFileSourceBesideOneThatReads() {
        lab.metadata()
                .offsets(0, "{\"logOffset\":0}", "{\"logOffset\":0}")
                .commit(0)
                .offsets(1, "{\"logOffset\":1}", "{\"logOffset\":0}")
                .file("ckpt/sources/0/0", "v1\n{\"path\":\"file:///lake/a/1.json\",\"timestamp\":1,\"batchId\":0}")
                .file("ckpt/sources/0/1", "v1\n{\"path\":\"file:///lake/a/2.json\",\"timestamp\":1,\"batchId\":1}")
                .file("ckpt/sources/1/0", "v1\n{\"path\":\"file:///lake/b/1.json\",\"timestamp\":1,\"batchId\":0}");

        Finding finding = found(lab.diagnose(), "OK-003");

        assertThat(finding.explanation().summary()).contains("sources/1 ends at 0");
        assertThat(finding.explanation().remedy()).contains("Never make up sources/1/1");
        alarmsOnly(lab.diagnose());
    }

    // Kafka

    @Test
    void aTopicThatMayHaveBeenMadeAnew() {
        lab.metadata().offsets(0, kafka("t", 500)).commit(0);

        assertThat(found(lab.diagnose(), "SRC-034").explanation().consequence()).contains("deleted and made again");
        alarmsOnly(lab.diagnose());

        Finding finding = found(lab.diagnose(EveryRuleIsProvenTest.bounds(0, 300)), "SRC-033");
        assertThat(finding.explanation().summary()).contains("stands at 500", "0 to 300", "out of range by 200");
        assertThat(finding.explanation().remedy()).contains("at its beginning");

        alarmsOnly(lab.diagnose(EveryRuleIsProvenTest.bounds(0, 700)));
    }

    // tables

    @Test
    void commitsBetweenTwoVersionsAreGone() {
        lab.appends("t", TABLE, 0, 0)
                .version("t", 4, "{\"commitInfo\":{\"operation\":\"WRITE\",\"readVersion\":3}}", add("x.parquet"));

        Finding finding = found(lab.diagnoseTable("t"), "TBL-020");

        assertThat(finding.explanation().summary())
                .contains("commits 1 to 3", "no checkpoint covers", "read version 3, so real commits were lost");
        assertThat(finding.explanation().consequence()).contains("version 0 can");
    }

    @Test
    void aStrangerBehindAGapIsToldFromALoss() {
        lab.appends("t", TABLE, 0, 0)
                .version("t", 4, "{\"commitInfo\":{\"operation\":\"WRITE\",\"readVersion\":0}}", add("x.parquet"));

        assertThat(found(lab.diagnoseTable("t"), "TBL-020").explanation().summary())
                .contains("renamed or a foreign file");
    }

    @Test
    void anEmptyHintOnAHealthyTable() {
        lab.appends("t", TABLE, 0, 3).file("t/_delta_log/_last_checkpoint", "");

        Diagnosis diagnosis = lab.diagnoseTable("t");

        assertThat(found(diagnosis, "TBL-021").explanation().summary()).contains("the table is healthy");
        assertThat(found(diagnosis, "TBL-021").explanation().remedy()).contains("Delete _last_checkpoint");
        alarmsOnly(diagnosis, "DLT-009");
    }

    @Test
    void partsOfCheckpointsAreMissingAndNotNeeded() {
        lab.appends("t", TABLE, 0, 7)
                .file("t/_delta_log/00000000000000000001.checkpoint.0000000001.0000000003.parquet", "x")
                .file("t/_delta_log/00000000000000000001.checkpoint.0000000003.0000000003.parquet", "x");

        Diagnosis diagnosis = lab.diagnoseTable("t");

        assertThat(found(diagnosis, "TBL-022").explanation().summary()).contains("readable at version 7");
        alarmsOnly(diagnosis, "DLT-005");
    }

    @Test
    void twoWritersMadeOneCommit() {
        lab.appends("t", TABLE, 0, 3);
        for (int i = 0; i < 3; i++) {
            String name = String.format("t/part-%05d-0b3c5a5e-2f0e-4b39-8a4e-6f1f0d8f5e11-c000.snappy.parquet", i);
            lab.file(name, "abc").modified(name, T0 + 3 * 60_000 - 20_000);
        }

        Finding finding = found(lab.diagnoseTable("t"), "TBL-024");

        assertThat(finding.explanation().summary())
                .contains("3 data files", "commit 3", "share the write id 0b3c5a5e-2f0e-4b39-8a4e-6f1f0d8f5e11");
        assertThat(finding.confidence()).isEqualTo(Confidence.POSSIBLE);
        alarmsOnly(lab.diagnoseTable("t"), "TBL-024");
    }

    @Test
    void aBrokenCheckpointOverAWholeLog() {
        lab.appends("t", TABLE, 0, 10)
                .file(
                        "t/_delta_log/00000000000000000010.checkpoint.parquet",
                        "PAR1 and nothing that is Parquet PAR1".getBytes(StandardCharsets.UTF_8))
                .file("t/_delta_log/_last_checkpoint", "{\"version\":10,\"size\":13}");

        Diagnosis diagnosis = lab.diagnoseTable("t");

        assertThat(found(diagnosis, "TBL-025").explanation().summary()).contains("version 10", "commits 0 to 10");
        assertThat(found(diagnosis, "TBL-025").explanation().remedy()).contains("nothing is lost");
    }
}
