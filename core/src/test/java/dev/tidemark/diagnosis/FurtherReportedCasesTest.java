package dev.tidemark.diagnosis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

import dev.tidemark.format.binary.Murmur3;
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
import static dev.tidemark.diagnosis.StreamLab.info;
import static dev.tidemark.diagnosis.StreamLab.kafka;
import static dev.tidemark.diagnosis.StreamLab.keyOf;
import static dev.tidemark.diagnosis.StreamLab.remove;
import static dev.tidemark.diagnosis.StreamLab.row;
import static dev.tidemark.diagnosis.StreamLab.stateFile;
import static dev.tidemark.diagnosis.StreamLab.table;
import static dev.tidemark.diagnosis.StreamLab.txn;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * More failures that people reported, each rebuilt small, and situations that look like one and are none: the diagnosis names
 * the cause and the way out of the first, and is silent about the second.
 */
class FurtherReportedCasesTest {
    private static final String KAFKA_SOURCE = "sources:\n  - {format: kafka, options: {subscribe: t}}\n";
    private static final String JSON_SOURCE = "sources:\n  - {format: json, path: /lake/in}\n";
    private static final byte[] NO_ROWS = {-1, -1, -1, -1};
    private static final byte[] STALE_CHECKSUMS = {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4};

    @TempDir
    Path directory;

    private StreamLab lab;

    @BeforeEach
    void begin() {
        lab = new StreamLab(directory);
    }

    private static Finding.Explanation words(Diagnosis diagnosis, String rule) {
        return found(diagnosis, rule).explanation();
    }

    private static String reads(String options) {
        return "sources:\n  - {format: delta, path: /lake/src, options: {" + options + "}}\n";
    }

    private StreamLab tailing(long version) {
        return lab.metadata()
                .offsets(0, delta(0, 0, true))
                .commit(0)
                .offsets(1, StreamLab.delta(version, -1, false))
                .commit(1);
    }

    private static String delta(long version, long index, boolean isInitial) {
        return StreamLab.delta(version, index, isInitial);
    }

    private static String restore(long version) {
        return "{\"commitInfo\":{\"operation\":\"RESTORE\",\"operationParameters\":{\"version\":\"" + version + "\"}}}";
    }

    private StreamLab stateful(long newest) {
        lab.metadata().operator(0, "stateStoreSave", "k").deltas(0, 1, newest + 1);
        for (long batchId = 0; batchId <= newest; batchId++) {
            lab.offsets(batchId, kafka("t", 10 + batchId)).commit(batchId);
        }
        return lab;
    }

    private StreamLab files(long newest) {
        lab.metadata();
        for (long batchId = 0; batchId <= newest; batchId++) {
            lab.offsets(batchId, "{\"logOffset\":" + batchId + "}")
                    .commit(batchId)
                    .file("in/" + batchId + ".json", "{}")
                    .file(
                            "ckpt/sources/0/" + batchId,
                            "v1\n{\"path\":\"file:///lake/in/" + batchId + ".json\",\"timestamp\":1,\"batchId\":"
                                    + batchId + "}");
        }
        return lab;
    }

    /** A whole checkpoint of a Delta table. */
    private static byte[] checkpoint() throws IOException {
        try (InputStream in = FurtherReportedCasesTest.class.getResourceAsStream("/checkpoint/classic.parquet")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    // the logs

    @Test
    void logsOfAsynchronousProgressTrackingHaveHolesByDesign() {
        lab.metadata();
        for (long batchId : new long[] {0, 2, 5}) {
            lab.offsets(batchId, kafka("t", 10 * (batchId + 1))).commit(batchId);
        }

        assertThat(words(lab.diagnose(), "CKP-004").summary()).contains("both logs lack the same batches");
        assertThat(words(lab.diagnose(), "CKP-004").remedy())
                .contains("asyncProgressTrackingEnabled=true", "asyncProgressTrackingCheckpointIntervalMs=0");
        alarmsOnly(lab.diagnose(
                KAFKA_SOURCE + "sink: {format: kafka, options: {topic: o, asyncProgressTrackingEnabled: \"true\"}}\n"));
    }

    @Test
    void offsetsWereRemovedAndTheStateWasKept() {
        stateful(12).without("ckpt/offsets").without("ckpt/commits");

        Diagnosis diagnosis = lab.diagnose();

        assertThat(words(diagnosis, "CKP-007").consequence()).contains("STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY");
        alarmsOnly(diagnosis, "CKP-007");
    }

    @Test
    void withoutAnyOffsetFileNobodyJudgesTheState() {
        stateful(12).without("ckpt/offsets");

        Diagnosis diagnosis = lab.diagnose();

        assertThat(words(diagnosis, "CKP-007").consequence()).contains("AssertionError");
        assertThat(diagnosis.notChecked()).anyMatch(reason -> reason.contains("no offset file says how it is written"));
        alarmsOnly(diagnosis, "CKP-007");
    }

    @Test
    void aSourceOfAnUnknownKindIsNotCalledFine() {
        lab.metadata();
        for (long batchId = 0; batchId < 3; batchId++) {
            lab.offsets(
                            batchId,
                            "{\"shardId-000\":{\"iteratorType\":\"AFTER_SEQUENCE_NUMBER\",\"iteratorPosition\":\"4\"}}")
                    .commit(batchId);
        }
        lab.file("ckpt/sources/0/shard-commit/0", "x");

        alarmsOnly(lab.diagnose());
        assertThat(lab.diagnose().notChecked())
                .anyMatch(reason -> reason.startsWith("source 0, of a kind that is not known here"));
    }

    @Test
    void aMetadataFileWithoutBytesStopsEveryStart() {
        lab.kafkaBatches(0, 3).file("ckpt/metadata", "");

        assertThat(words(lab.diagnose(), "CKP-002").remedy()).contains("{\"id\":\"...\"}");
        alarmsOnly(lab.diagnose(), "CKP-002");
    }

    @Test
    void anOffsetFileWithoutBytesIsTakenAway() {
        lab.kafkaBatches(0, 3).file("ckpt/offsets/4", "");

        assertThat(words(lab.diagnose(), "CKP-003").remedy()).contains("delete the file", "planned anew");
        alarmsOnly(lab.diagnose(), "CKP-003");
    }

    @Test
    void aCommitWithoutBytesIsTakenAway() {
        lab.kafkaBatches(0, 3).file("ckpt/commits/3", "");

        assertThat(words(lab.diagnose(), "CKP-005").remedy()).contains("delete it", "batch 3 then runs once more");
        alarmsOnly(lab.diagnose(), "CKP-005");
    }

    @Test
    void offsetsThatWereDeletedToRewindLeaveCommitsAhead() {
        lab.kafkaBatches(0, 9).without("ckpt/offsets/8").without("ckpt/offsets/9");

        assertThat(words(lab.diagnose(), "CKP-006").consequence()).contains("CONCURRENT_STREAM_LOG_UPDATE");
        alarmsOnly(lab.diagnose(), "CKP-006");
    }

    @Test
    void commitsThatWereDeletedToRewindBringBackTheNewestBatchAlone() {
        lab.kafkaBatches(0, 9).without("ckpt/commits/9").without("ckpt/commits/8");

        assertThat(words(lab.diagnose(), "CKP-009").consequence()).contains("runs batch 9 again and no other");
        assertThat(words(lab.diagnose(), "CKP-009").remedy()).contains("batch 8 is there");
        alarmsOnly(lab.diagnose(), "CKP-009");
    }

    @Test
    void anOffsetFileOfANewerSparkWantsThatSpark() {
        lab.kafkaBatches(0, 3).file("ckpt/offsets/3", "v9\n{}\n" + kafka("t", 40));

        assertThat(words(lab.diagnose(), "CKP-003").remedy()).contains("Spark that wrote the file");
        alarmsOnly(lab.diagnose(), "CKP-003");
    }

    @Test
    void oldCommitsAndWindowsLineEndsAndFilesOfTwoFormatsAreLegal() {
        String line =
                "{\"batchWatermarkMs\":0,\"batchTimestampMs\":" + (T0 + 180_000) + ",\"conf\":" + conf("2", HDFS) + "}";
        lab.kafkaBatches(0, 3)
                .file("ckpt/commits/1", "v1\n{}")
                .file("ckpt/commits/2", "v1")
                .file("ckpt/offsets/3", "v1\r\n" + line + "\r\n" + kafka("t", 40) + "\r\n")
                .file("ckpt/offsets/4", "v2\n" + line + "\norders:" + kafka("t", 50))
                .commit(4);

        alarmsOnly(lab.diagnose());
    }

    @Test
    void aFileThatWasEditedBesideItsChecksumsIsTold() {
        lab.kafkaBatches(0, 3).file("ckpt/offsets/.3.crc", STALE_CHECKSUMS);

        assertThat(words(lab.diagnose(), "CKP-014").remedy()).contains("delete", ".crc");
        alarmsOnly(lab.diagnose());
    }

    @Test
    void namesThatStoresAndCopiesLeaveAreNoDamage() {
        stateful(3)
                .file("ckpt/offsets_$folder$", "")
                .file("ckpt/offsets/3.crc", "{\"algorithm\":\"CRC32C\",\"value\":1,\"size\":3}")
                .file("ckpt/state/0/0/temp--6958924364117377568", stateFile());

        alarmsOnly(lab.diagnose());
    }

    // Delta sources

    @Test
    void aStreamInsideItsFirstSnapshotIgnoresWhereTheCodeSaysToStart() {
        lab.metadata()
                .offsets(0, delta(5, 2, true))
                .commit(0)
                .offsets(1, delta(5, 4, true))
                .commit(1)
                .appends("src", TABLE, 0, 6);

        assertThat(words(lab.diagnose(reads("startingVersion: latest")), "SRC-016")
                        .summary())
                .contains("is at version 5", "startingVersion=latest");
    }

    @Test
    void aColumnThatChangedItsTypeIsRefusedByTheNameThatTheRestartMeets() {
        String retyped = table(TABLE, "k", "v").replaceFirst("(.*)\\\\\"long\\\\\"", "$1\\\\\"double\\\\\"");
        tailing(3).appends("src", TABLE, 0, 6).version("src", 5, info("CHANGE COLUMN"), retyped);

        Diagnosis diagnosis = lab.diagnose(reads(""));

        assertThat(words(diagnosis, "SRC-014").summary()).contains("version 5", "changes the type of column v");
        assertThat(words(diagnosis, "SRC-014").consequence()).contains("DELTA_SCHEMA_CHANGED");
        alarmsOnly(diagnosis, "SRC-014");
    }

    @Test
    void aRestoreOfTheSourceTakesFilesBack() {
        tailing(3).appends("src", TABLE, 0, 3).version("src", 4, restore(1), remove("part-3.parquet", true));

        assertThat(words(lab.diagnose(reads("")), "SRC-013").summary()).contains("Version 4 (RESTORE)");
        assertThat(words(lab.diagnose(reads("")), "SRC-013").consequence()).contains("DELTA_SOURCE_IGNORE_DELETE");
        alarmsOnly(lab.diagnose(reads("")), "SRC-013");
    }

    @Test
    void compactionAheadIsNoChange() {
        tailing(3)
                .appends("src", TABLE, 0, 3)
                .version(
                        "src",
                        4,
                        info("OPTIMIZE"),
                        remove("part-1.parquet", false),
                        add("o.parquet", 20).replace("\"dataChange\":true", "\"dataChange\":false"))
                .file("src/o.parquet", "abc");

        alarmsOnly(lab.diagnose(reads("")));
    }

    @Test
    void aSourceTableWhoseLogWasCutWithoutACheckpointCannotBeRead() {
        tailing(5)
                .appends("src", TABLE, 0, 9)
                .without("src/_delta_log/00000000000000000000.json")
                .without("src/_delta_log/00000000000000000001.json");

        Diagnosis diagnosis = lab.diagnose(reads(""));

        assertThat(words(diagnosis, "SRC-029").summary()).contains("begins at commit 2", "no whole checkpoint");
        assertThat(words(diagnosis, "SRC-029").remedy()).contains("Mend the table first", "need not be touched");
        alarmsOnly(diagnosis, "SRC-029");
    }

    @Test
    void aSourceTableThatCameFromAnOlderBackupIsBehindItsStream() {
        tailing(50).appends("src", TABLE, 0, 40);

        Diagnosis diagnosis = lab.diagnose(reads(""));

        assertThat(words(diagnosis, "SRC-026").consequence()).contains("waits", "skipped");
        assertThat(diagnosis.outlook().orElseThrow().prediction().notes())
                .containsExactly(
                        "source 0 has read version 49 of its table, which ends at 40: it waits without a word until the"
                                + " table gets there, and versions 41 to 49 are passed over when they are written anew");
        alarmsOnly(lab.diagnose(reads("")), "SRC-026");
    }

    // files and Kafka

    @Test
    void aBatchThatRunsAgainMissesItsInput() {
        files(3).without("ckpt/commits/3").without("in/3.json");

        assertThat(words(lab.diagnose(JSON_SOURCE), "SRC-020").consequence()).contains("rows are lost");
        alarmsOnly(lab.diagnose(JSON_SOURCE), "SRC-020");
    }

    @Test
    void inputThatIsGoneIsNotMissedByABatchThatTheSinkSkips() {
        files(3).without("ckpt/commits/3").without("in/3.json").output("out", 0, 3);
        String query = JSON_SOURCE + "sink: {format: parquet, path: /lake/out}\n";

        Finding finding = found(lab.diagnose(query), "SRC-020");

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.explanation().summary())
                .startsWith("The input file of the batch")
                .contains("is gone, and the sink skips");
        assertThat(finding.explanation().remedy()).startsWith("Nothing");
    }

    @Test
    void inputOfCommittedBatchesMayGo() {
        files(3).without("in/1.json").without("in/2.json");

        alarmsOnly(lab.diagnose(JSON_SOURCE));
    }

    @Test
    void theFileSourceLostACompactedFile() {
        files(12);
        for (int entry = 0; entry < 10; entry++) {
            lab.without("ckpt/sources/0/" + entry);
        }

        assertThat(words(lab.diagnose(), "CKP-022").summary()).contains("9", "newest entry 12");
        assertThat(words(lab.diagnose(), "CKP-022").remedy()).contains("cannot be made up");
        alarmsOnly(lab.diagnose(), "CKP-022");
    }

    @Test
    void newPartitionsAndTopicsOfKafkaAreWell() {
        lab.kafkaBatches(0, 2)
                .offsets(3, "{\"t\":{\"0\":40,\"1\":5},\"u\":{\"0\":1}}")
                .commit(3);

        alarmsOnly(lab.diagnose());
    }

    @Test
    void aTopicThatTheQueryLeftOutCountsAsDeleted() {
        lab.kafkaBatches(0, 3);
        String other = "sources:\n  - {format: kafka, options: {subscribe: other%s}}\n";

        Diagnosis diagnosis = lab.diagnose(String.format(other, ""));
        assertThat(words(diagnosis, "SRC-036").summary()).contains("name topic t", "subscribes to other");
        assertThat(words(diagnosis, "SRC-036").consequence()).contains("failOnDataLoss=true", "from its beginning");
        alarmsOnly(diagnosis, "SRC-036");

        assertThat(found(lab.diagnose(String.format(other, ", failOnDataLoss: \"false\"")), "SRC-036")
                        .severity())
                .isEqualTo(Severity.WARNING);
        alarmsOnly(lab.diagnose("sources:\n  - {format: kafka, options: {subscribe: \"u, t\"}}\n"));
        alarmsOnly(lab.diagnose("sources:\n  - {format: kafka, options: {subscribePattern: \".*\"}}\n"));
    }

    @Test
    void whatKafkaDroppedIsCounted() {
        assertThat(words(lab.kafkaBatches(0, 3).diagnose(EveryRuleIsProvenTest.bounds(800, 900)), "SRC-033")
                        .summary())
                .contains("stands at 40", "800 to 900", "out of range by 760");
    }

    // state

    @Test
    void aBatchThatRunsAgainLacksTheVersionThatItLoads() {
        stateful(13).offsets(14, kafka("t", 30)).without("ckpt/state/0/1/14.delta");

        assertThat(words(lab.diagnose(), "STA-001").consequence()).contains("when it loads version 14");
        assertThat(words(lab.diagnose(), "STA-001").remedy()).contains("rewind to after batch 12");
        alarmsOnly(lab.diagnose(), "STA-001");
    }

    @Test
    void aCheckpointOnLocalDisksHasSomeOfThePartitions() {
        stateful(6).without("ckpt/state/0/1");

        assertThat(words(lab.diagnose(), "STA-025").remedy()).contains("local disks of a cluster");
        alarmsOnly(lab.diagnose(), "STA-001", "STA-025");
    }

    @Test
    void partitionsThatLackTheSameAreToldOnce() {
        stateful(12);
        for (int version = 10; version <= 13; version++) {
            lab.without("ckpt/state/0/0/" + version + ".delta").without("ckpt/state/0/1/" + version + ".delta");
        }

        Diagnosis diagnosis = lab.diagnose();

        assertThat(diagnosis.findings())
                .filteredOn(finding -> finding.rule().equals("STA-001"))
                .hasSize(1);
        assertThat(words(diagnosis, "STA-001").summary()).contains("the changes of batch 9", "the same in partition 1");
        assertThat(words(diagnosis, "STA-001").consequence()).contains("did not run since", "copied before the logs");
        assertThat(words(diagnosis, "STA-001").remedy()).contains("rewind to after batch 8", "other partitions");
    }

    @Test
    void moreDirectoriesThanPartitionsAreNeverRead() {
        stateful(3).file("ckpt/state/0/2/4.delta", stateFile()).file("ckpt/state/0/3/4.delta", stateFile());

        assertThat(words(lab.diagnose(), "CNF-005").summary()).contains("pins 2", "4 directories");
        alarmsOnly(lab.diagnose(), "CNF-005");
    }

    @Test
    void keysInAForeignPartitionAreFound() {
        stateful(3).file("ckpt/state/0/1/4.delta", stateFile(keyOf(0), row(2)));

        assertThat(words(lab.diagnose(), "STA-011").summary()).contains("1 of 2 keys");
        alarmsOnly(lab.diagnose(), "STA-011");

        lab.pins(conf("2", HDFS).replace("useStrictDistribution\":\"true", "useStrictDistribution\":\"false"));
        for (long batchId = 0; batchId <= 3; batchId++) {
            lab.offsets(batchId, kafka("t", 10 + batchId));
        }
        assertThat(found(lab.diagnose(), "STA-011").severity())
                .as("a query of before Spark 3.3 may place keys so")
                .isEqualTo(Severity.INFO);
    }

    @Test
    void onePartitionThatHoldsNearlyAllRowsIsTold() {
        stateful(0).file("ckpt/state/0/0/1.delta", rowsOf(0, 3000));
        assertThat(words(lab.diagnose(), "STA-012").summary()).contains("state/0/0 holds 3000 of 3001 rows");
        alarmsOnly(lab.diagnose(), "STA-012");

        lab.file("ckpt/state/0/1/1.delta", rowsOf(1, 1500));
        alarmsOnly(lab.diagnose());
    }

    /** A change file with so many keys of a partition. */
    private static byte[] rowsOf(int partition, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * 40 + 4);
        long key = 0;
        for (int i = 0; i < count; i++) {
            do {
                key++;
            } while (Math.floorMod(Murmur3.ofLong(key, Murmur3.SEED), 2) != partition);
            bytes.putInt(16).put(row(key)).putInt(16).put(row(1));
        }
        return bytes.putInt(-1).array();
    }

    @Test
    void aSnapshotThatLostTheRowsOfItsChanges() {
        stateful(11).file("ckpt/state/0/1/10.snapshot", NO_ROWS);

        Diagnosis diagnosis = lab.diagnose();

        assertThat(words(diagnosis, "STA-029").summary()).contains("10.snapshot is whole and holds 0 rows", "make 1");
        assertThat(words(diagnosis, "STA-029").remedy()).contains("move state/0/1/10.snapshot aside");
        alarmsOnly(diagnosis, "STA-029");

        lab.file("ckpt/state/0/1/10.snapshot", stateFile(keyOf(1), row(2)));
        alarmsOnly(lab.diagnose());
    }

    @Test
    void aBrokenSnapshotIsNoReasonToStopForANewSpark() {
        stateful(11).file("ckpt/state/0/1/10.snapshot", cut(stateFile()));

        assertThat(words(lab.diagnose("spark: 4.2.0\n" + KAFKA_SOURCE), "STA-001")
                        .consequence())
                .contains("Spark 4.2 goes on from an older snapshot");
    }

    @Test
    void aTableOfRocksDbOfAnotherSizeIsGotAround() throws IOException {
        lab.metadata().pins(conf("1", ROCKSDB)).operator(0, "stateStoreSave", "k");
        for (long batchId = 0; batchId <= 5; batchId++) {
            lab.offsets(batchId, kafka("t", batchId)).commit(batchId);
            lab.file("ckpt/state/0/0/" + (batchId + 1) + ".changelog", RocksLab.changelog());
        }
        RocksLab.snapshot(lab.at("ckpt/state/0/0"), "3", lab.at("scratch"));
        RocksLab.snapshot(lab.at("ckpt/state/0/0"), "6", lab.at("scratch"));
        try (Stream<Path> tables = Files.list(lab.at("ckpt/state/0/0/SSTs"))) {
            for (Path path :
                    tables.filter(one -> one.toString().endsWith("-6.sst")).toList()) {
                Files.write(path, new byte[100]);
            }
        }

        assertThat(words(lab.diagnose(), "STA-001").consequence()).contains("UNEXPECTED_FILE_SIZE");
        assertThat(words(lab.diagnose(), "STA-001").remedy()).contains("6.zip aside", "3.zip is whole");
        alarmsOnly(lab.diagnose(), "STA-001");
    }

    @Test
    void stateOfAStrangersProviderIsNotJudged() {
        lab.pins(conf("2", "com.example.state.RocksDbStateStoreProvider")).kafkaBatches(0, 2);
        lab.file("ckpt/state/0/0/1.delta", "xx").file("ckpt/state/0/0/3.snapshot", "tar");

        alarmsOnly(lab.diagnose());
        assertThat(lab.diagnose().notChecked())
                .anyMatch(reason -> reason.contains("com.example.state.RocksDbStateStoreProvider"));
    }

    @Test
    void aStateFileWithoutBytesNamesTheCopy() {
        stateful(5).file("ckpt/state/0/1/6.delta", "");

        assertThat(words(lab.diagnose(), "CPY-002").remedy()).contains("Copy the files again");
        alarmsOnly(lab.diagnose(), "CPY-002", "STA-001");
    }

    // sinks

    @Test
    void aRestoredSinkStillCountsTheBatchesThatItLost() {
        lab.kafkaBatches(0, 8)
                .appends("out", "o", 0, 2)
                .version("out", 3, info("STREAMING UPDATE"), txn(ID, 8), add("x.parquet"))
                .version("out", 4, info("STREAMING UPDATE"), txn(ID, 9), add("y.parquet"))
                .version("out", 5, restore(3), remove("y.parquet", true));

        Diagnosis diagnosis = lab.diagnose();

        assertThat(words(diagnosis, "SNK-008").summary()).contains("Version 5 restored", "batch 9");
        assertThat(words(diagnosis, "SNK-008").consequence()).contains("runs batch 9", "dropped without an error");
        assertThat(words(diagnosis, "SNK-008").remedy()).contains("new query id");
        alarmsOnly(diagnosis, "SNK-008");

        lab.offsets(9, kafka("t", 100));
        assertThat(lab.diagnose().findings())
                .as("it must not say that all is well, start the query")
                .extracting(Finding::rule)
                .contains("SNK-008")
                .doesNotContain("SNK-007");
    }

    @Test
    void aRestoreBehindTheCheckpointIsAWarning() {
        lab.kafkaBatches(0, 9)
                .appends("out", "o", 0, 2)
                .version("out", 3, info("STREAMING UPDATE"), txn(ID, 9), add("y.parquet"))
                .version("out", 4, restore(2), remove("y.parquet", true));

        assertThat(found(lab.diagnose(), "SNK-008").severity()).isEqualTo(Severity.WARNING);
        assertThat(words(lab.diagnose(), "SNK-008").remedy()).contains("rewind the checkpoint to before batch 9");
    }

    @Test
    void aRestoreBeforeTheStreamWroteIsHistory() {
        lab.kafkaBatches(0, 8)
                .appends("out", "o", 0, 2)
                .version("out", 3, restore(1), remove("part-2.parquet", true))
                .version("out", 4, info("STREAMING UPDATE"), txn(ID, 8), add("x.parquet"));

        alarmsOnly(lab.diagnose());
    }

    @Test
    void aCheckpointFromAnOlderBackupIsBehindItsSink() {
        lab.kafkaBatches(0, 5)
                .appends("out", "o", 0, 2)
                .version("out", 3, info("STREAMING UPDATE"), txn(ID, 12), add("x.parquet"));

        assertThat(words(lab.diagnose(), "SNK-003").consequence())
                .contains("Batches 6 to 12 are planned anew and skipped");
        assertThat(words(lab.diagnose(), "SNK-003").remedy()).contains("RESTORE", "keeps the transactions");
        alarmsOnly(lab.diagnose(), "SNK-003");
    }

    @Test
    void aNewCheckpointWritesIntoAnOldOutput() {
        lab.kafkaBatches(0, 3).outputSince(T0 - DAY_MS, "out", 0, 9);

        Diagnosis diagnosis = lab.diagnose(KAFKA_SOURCE + "sink: {format: parquet, path: /lake/out}\n");

        assertThat(words(diagnosis, "SNK-009").summary()).contains("batches 0 to 3", "an earlier query wrote there");
        assertThat(words(diagnosis, "SNK-009").consequence()).contains("up to batch 9", "dropped without an error");
        alarmsOnly(diagnosis, "SNK-009");
    }

    @Test
    void anOutputThatGrewWithItsCheckpointIsWell() {
        lab.kafkaBatches(0, 3).output("out", 0, 3).file("out/part-of-somebody-else.parquet", "abc");
        alarmsOnly(lab.diagnose());

        lab.without("ckpt/commits/3");
        assertThat(words(lab.diagnose(), "SNK-007").remedy()).contains("start the query");
        alarmsOnly(lab.diagnose());
    }

    @Test
    void anIdThatWasMadeAnewIsNotedBesideItsSink() {
        String old = "99999999-5b0c-4d3c-9e3a-0c9a7e5b1d11";
        lab.kafkaBatches(0, 8)
                .appends("out", "o", 0, 2)
                .version("out", 3, info("STREAMING UPDATE"), txn(old, 8), add("x.parquet"));

        assertThat(words(lab.diagnose(), "SNK-006").summary()).contains(old, "at about the same batch");
        assertThat(words(lab.diagnose(), "SNK-006").remedy()).contains("write its id into the file metadata");
    }

    // the Delta log

    @Test
    void commitsBelowTheOldestCheckpointCannotBeRebuiltAndCanBeTailed() throws IOException {
        lab.version("t", 9, add("a.parquet"))
                .version("t", 10, add("b.parquet"))
                .file("t/_delta_log/00000000000000000010.checkpoint.parquet", checkpoint());

        Diagnosis diagnosis = lab.diagnoseTable("t");

        assertThat(words(diagnosis, "TBL-023").summary())
                .contains("commit 9 is there", "no version before 10", "no checkpoint lies below");
        assertThat(words(diagnosis, "TBL-023").consequence()).contains("stands at 9 or later can still tail");
        assertThat(words(diagnosis, "TBL-023").remedy()).contains("version 10 as the earliest");
        assertThat(found(diagnosis, "TBL-023").severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void aLogThatWasCutWithoutACheckpointIsLost() {
        lab.appends("t", TABLE, 0, 9)
                .without("t/_delta_log/00000000000000000000.json")
                .without("t/_delta_log/00000000000000000001.json");

        Diagnosis diagnosis = lab.diagnoseTable("t");

        assertThat(words(diagnosis, "TBL-023").summary())
                .contains("No version of the table can be rebuilt", "commit 2");
        assertThat(words(diagnosis, "TBL-023").consequence()).contains("DELTA_TRUNCATED_TRANSACTION_LOG");
        alarmsOnly(diagnosis, "DLT-001", "TBL-023");
        assertThat(diagnosis.findings())
                .as("files of a table that cannot be read are not called needless")
                .extracting(Finding::rule)
                .doesNotContain("DLT-085");
    }

    @Test
    void aCommitWithoutBytesIsAVersionThatChangesNothing() {
        lab.appends("t", TABLE, 0, 3).file("t/_delta_log/00000000000000000004.json", "");

        assertThat(words(lab.diagnoseTable("t"), "TBL-027").consequence())
                .contains("changes nothing", "not part of the table");
        alarmsOnly(lab.diagnoseTable("t"), "TBL-027");
    }

    @Test
    void aCommitThatWasEditedOnALocalDiskFailsItsChecksums() {
        lab.appends("t", TABLE, 0, 3).file("t/_delta_log/.00000000000000000003.json.crc", STALE_CHECKSUMS);

        assertThat(words(lab.diagnoseTable("t"), "TBL-026").consequence()).contains("ChecksumException");
        alarmsOnly(lab.diagnoseTable("t"), "TBL-026");
    }

    @Test
    void aDataFileThatSomebodyRemovedIsMissed() {
        lab.appends("t", TABLE, 0, 6).without("t/part-3.parquet");

        assertThat(words(lab.diagnoseTable("t"), "DLT-080").summary()).contains("part-3.parquet is missing");
        alarmsOnly(lab.diagnoseTable("t"), "DLT-080");
    }

    @Test
    void aCopyOfTheLogAloneIsNotATableThatLostItsData() {
        lab.appends("t", TABLE, 0, 2)
                .without("t/part-0.parquet")
                .without("t/part-1.parquet")
                .without("t/part-2.parquet");

        alarmsOnly(lab.diagnoseTable("t"));
        assertThat(lab.diagnoseTable("t").notChecked()).contains("the data files, none of which is here");
    }

    @Test
    void whatWritersLeaveInALogIsNoDamage() {
        lab.appends("t", TABLE, 0, 3)
                .file("t/_delta_log/.00000000000000000004.json.6d4f8e0c-6a3b-4b0e-9a45-3f9c5d1f2a10.tmp", "{");
        for (int version = 0; version <= 3; version++) {
            lab.modified(String.format("t/_delta_log/%020d.json", version), T0);
        }

        alarmsOnly(lab.diagnoseTable("t"));
    }

    @Test
    void aHoleInTheMiddleOfTheLog() {
        lab.appends("t", TABLE, 0, 6).without("t/_delta_log/00000000000000000003.json");

        assertThat(words(lab.diagnoseTable("t"), "TBL-020").consequence()).contains("version 2 can");
        alarmsOnly(lab.diagnoseTable("t"), "DLT-001", "TBL-020");
    }
}
