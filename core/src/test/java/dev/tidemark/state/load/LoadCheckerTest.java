package dev.tidemark.state.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.RowBytes;
import dev.tidemark.format.type.SchemaDdlParser;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.io.EntryKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.hdfs.HdfsStateStore;
import dev.tidemark.state.rocksdb.RocksLab;
import dev.tidemark.state.rocksdb.RocksStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LoadCheckerTest {
    private static final StateStoreId ID = StateStoreId.ofDefault(0, 0);
    private static final StateConf UNCOMPRESSED =
            new StateConf(Map.of("spark.sql.streaming.stateStore.compression.codec", "none"));
    private static final byte[] EMPTY_BATCH = {-1, -1, -1, -1};
    private static final String LINEAGE = "[{\"version\":%d,\"checkpointUniqueId\":\"%s\"}]";

    private final MemoryStorage storage = new MemoryStorage();

    private LoadCheckerTest file(String name, byte[] bytes) {
        storage.with(ID.directory().child(name).value(), bytes, 0);
        return this;
    }

    private static byte[] withLineage(long version, String id) {
        byte[] lineage = String.format(LINEAGE, version, id).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + 2 + lineage.length + 4)
                .put(new byte[] {0, 2, 'v', '3'})
                .putShort((short) lineage.length)
                .put(lineage)
                .put(EMPTY_BATCH)
                .array();
    }

    private List<String> hdfs(long version) throws IOException {
        return verdicts(LoadChecker.of(HdfsStateStore.of(storage, ID, UNCOMPRESSED)), StateVersion.of(version));
    }

    private List<String> rocksDb(StateVersion version) throws IOException {
        return verdicts(LoadChecker.of(new RocksStateStore(storage, ID, UNCOMPRESSED)), version);
    }

    /** For Spark 3.5, 4.0, 4.1 and 4.2: the outcome, or the condition where it fails. */
    private static List<String> verdicts(LoadChecker checker, StateVersion version) throws IOException {
        List<String> verdicts = new ArrayList<>();
        for (LoadRules rules : LoadRules.ALL) {
            LoadVerdict verdict = checker.check(version, rules);
            verdicts.add(
                    verdict.loads()
                            ? verdict.outcome().name()
                            : verdict.met().orElseThrow().condition().replace("CANNOT_LOAD_STATE_STORE.", ""));
        }
        return verdicts;
    }

    @Test
    void loadsWhereEveryChangeFileIsThere() throws IOException {
        file("1.delta", EMPTY_BATCH).file("2.delta", EMPTY_BATCH);

        assertThat(hdfs(2)).containsExactly("LOADS", "LOADS", "LOADS", "LOADS");
        assertThat(hdfs(0)).as("the empty store").containsOnly("LOADS");
    }

    @Test
    void namesTheMissingChangeFile() throws IOException {
        file("2.delta", EMPTY_BATCH);
        LoadChecker checker = LoadChecker.of(HdfsStateStore.of(storage, ID, UNCOMPRESSED));

        LoadObstacle obstacle =
                checker.check(StateVersion.of(2), LoadRules.SPARK_4_1).met().orElseThrow();

        assertThat(obstacle.condition()).isEqualTo("CANNOT_LOAD_STATE_STORE.CANNOT_READ_DELTA_FILE_NOT_EXISTS");
        assertThat(obstacle.damage().at().path()).isEqualTo("state/0/0/1.delta");
    }

    @Test
    void goesAroundATornSnapshotInSpark42Alone() throws IOException {
        file("1.delta", EMPTY_BATCH).file("2.delta", EMPTY_BATCH).file("2.snapshot", new byte[] {0, 0, 0, 9, 1});

        assertThat(hdfs(2)).containsExactly("UNCATEGORIZED", "UNCATEGORIZED", "UNCATEGORIZED", "LOADS_REPAIRED");
        assertThat(hdfs(1)).containsOnly("LOADS");
    }

    @Test
    void repairsFromTheEmptyStoreAndThenMissesItsChanges() throws IOException {
        file("5.snapshot", new byte[] {0, 0, 0, 9, 1}).file("6.delta", EMPTY_BATCH);

        assertThat(hdfs(6))
                .containsExactly(
                        "UNCATEGORIZED", "UNCATEGORIZED", "UNCATEGORIZED", "CANNOT_READ_DELTA_FILE_NOT_EXISTS");
    }

    @Test
    void doesNotLookBehindAnOlderSnapshotThatLoads() throws IOException {
        for (int version : new int[] {1, 2, 4}) {
            file(version + ".delta", EMPTY_BATCH);
        }
        file("2.snapshot", EMPTY_BATCH).file("4.snapshot", new byte[] {0, 0, 0, 9, 1});

        assertThat(hdfs(4))
                .as("3.delta is missing behind 2.snapshot")
                .containsExactly(
                        "UNCATEGORIZED", "UNCATEGORIZED", "UNCATEGORIZED", "CANNOT_READ_DELTA_FILE_NOT_EXISTS");
    }

    @Test
    void repairsNoFurtherBackThanSparkReplays() throws IOException {
        for (int version = 1; version <= 501; version++) {
            file(version + ".delta", EMPTY_BATCH);
        }
        file("501.snapshot", new byte[] {0, 0, 0, 9, 1});

        assertThat(hdfs(501))
                .containsExactly("UNCATEGORIZED", "UNCATEGORIZED", "UNCATEGORIZED", "AUTO_SNAPSHOT_REPAIR_FAILED");
    }

    @Test
    void namesALengthThatMakesNoSense() throws IOException {
        file("1.delta", new byte[] {-1, -1, -1, -9});

        assertThat(hdfs(1)).containsOnly("CANNOT_READ_DELTA_FILE_KEY_SIZE");
    }

    private static byte[] put(byte[] key, byte[] value) {
        return ByteBuffer.allocate(12 + key.length + value.length)
                .putInt(key.length)
                .put(key)
                .putInt(value.length)
                .put(value)
                .put(EMPTY_BATCH)
                .array();
    }

    private List<String> counts(long version) throws IOException {
        StructSchema key =
                SchemaDdlParser.parse(Location.of("ddl"), "k string").value().orElseThrow();
        StructSchema value =
                SchemaDdlParser.parse(Location.of("ddl"), "n bigint").value().orElseThrow();
        LoadChecker checker =
                LoadChecker.of(HdfsStateStore.of(storage, ID, UNCOMPRESSED), Optional.of(new RowFormat(key, value)));
        return verdicts(checker, StateVersion.of(version));
    }

    @Test
    void holdsTheFirstRowThatIsPutAgainstTheSchema() throws IOException {
        byte[] number = RowBytes.row().add(7).build();
        file("1.delta", EMPTY_BATCH)
                .file("2.delta", put(RowBytes.row().add("a").build(), number))
                .file("3.delta", put(number, number));

        assertThat(counts(3)).as("only the first").containsOnly("LOADS");
        file("2.delta", put(number, number));
        assertThat(counts(3)).containsOnly("KEY_ROW_FORMAT_VALIDATION_FAILURE");
        file("2.delta", put(RowBytes.row().add("a").build(), new byte[8]));
        assertThat(counts(3)).containsOnly("VALUE_ROW_FORMAT_VALIDATION_FAILURE");
    }

    @Test
    void goesAroundASnapshotOfAnotherStoreInSpark42Alone() throws IOException {
        byte[] number = RowBytes.row().add(7).build();
        file("1.delta", put(RowBytes.row().add("a").build(), number)).file("1.snapshot", put(number, number));

        String fails = "KEY_ROW_FORMAT_VALIDATION_FAILURE";
        assertThat(counts(1)).containsExactly(fails, fails, fails, "LOADS_REPAIRED");
    }

    @Test
    void heedsASideFileInTheVersionsThatRead() throws IOException {
        file("1.delta", EMPTY_BATCH);
        storage.with(
                "state/0/0/1.delta.crc",
                "{\"algorithm\":\"CRC32C\",\"value\":1,\"mainFileSize\":4,\"timestampMs\":0,\"creator\":{}}");

        assertThat(hdfs(1)).containsExactly("LOADS", "LOADS", "CHECKPOINT_FILE_CHECKSUM_VERIFICATION_FAILED", "LOADS");
    }

    /** What Hadoop's local file system keeps of a file of less than 512 bytes with a checksum that no file here has. */
    private static final byte[] OTHER_CHECKSUM = {'c', 'r', 'c', 0, 0, 0, 2, 0, 1, 2, 3, 4};

    @ParameterizedTest
    @CsvSource({"3, .3.zip.crc, FAILS", "3_c, .3_c.zip.crc, LOADS"})
    void heedsTheChecksumsOfHadoopBesideAnArchiveWhereItIsReadThroughHadoop(
            String name, String side, String in42, @TempDir Path directory) throws IOException {
        Path store = directory.resolve(ID.directory().value());
        RocksLab.snapshot(store, name, directory.resolve("scratch"));
        Files.write(store.resolve(side), OTHER_CHECKSUM);
        String id = name.contains("_") ? "c" : null;
        LoadChecker checker =
                LoadChecker.of(new RocksStateStore(LocalStorage.at(directory), ID, new StateConf(Map.of())));

        LoadVerdict in41 = checker.check(new StateVersion(3, id), LoadRules.SPARK_4_1);

        assertThat(in41.met().orElseThrow().condition()).isEqualTo("CANNOT_LOAD_STATE_STORE.UNCATEGORIZED");
        assertThat(in41.met().orElseThrow().damage().message())
                .contains(name + ".zip@0: expected bytes with CRC-32 16909060, as " + side + " says");
        assertThat(checker.check(new StateVersion(3, id), LoadRules.SPARK_4_2).outcome())
                .hasToString(in42);
    }

    @Test
    void heedsTheChecksumsOfHadoopBesideATable(@TempDir Path directory) throws IOException {
        Path store = directory.resolve(ID.directory().value());
        RocksLab.snapshot(store, "3", directory.resolve("scratch"));
        LoadChecker sound =
                LoadChecker.of(new RocksStateStore(LocalStorage.at(directory), ID, new StateConf(Map.of())));
        assertThat(verdicts(sound, StateVersion.of(3))).containsOnly("LOADS");
        try (Stream<Path> tables = Files.list(store.resolve("SSTs"))) {
            Path table = tables.findFirst().orElseThrow();
            Files.write(table.resolveSibling("." + table.getFileName() + ".crc"), OTHER_CHECKSUM);
        }

        LoadChecker unlike =
                LoadChecker.of(new RocksStateStore(LocalStorage.at(directory), ID, new StateConf(Map.of())));

        assertThat(verdicts(unlike, StateVersion.of(3))).containsOnly("UNCATEGORIZED");
    }

    @Test
    void wantsAChangelogWhereThereIsNoSnapshot() throws IOException {
        file("1.changelog", EMPTY_BATCH).file("3.changelog", EMPTY_BATCH);

        assertThat(rocksDb(StateVersion.of(1))).containsOnly("LOADS");
        assertThat(rocksDb(StateVersion.of(3))).containsOnly("CANNOT_READ_STREAMING_STATE_FILE");
    }

    @Test
    void wantsASnapshotOfTheLineageUnderCheckpointFormat2() throws IOException {
        file("3_c.changelog", withLineage(2, "b"));

        assertThat(rocksDb(new StateVersion(3, "c")))
                .containsExactly(
                        "UnsupportedLogVersion",
                        "CANNOT_FIND_BASE_SNAPSHOT_CHECKPOINT",
                        "CANNOT_FIND_BASE_SNAPSHOT_CHECKPOINT",
                        "AUTO_SNAPSHOT_REPAIR_FAILED");
    }

    @Test
    void wantsEveryChangelogOfALineageThatGoesBackToTheFirst() throws IOException {
        byte[] lineage = "[{\"version\":2,\"checkpointUniqueId\":\"b\"},{\"version\":1,\"checkpointUniqueId\":\"a\"}]"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);
        file(
                "3_c.changelog",
                ByteBuffer.allocate(10 + lineage.length)
                        .put(new byte[] {0, 2, 'v', '3'})
                        .putShort((short) lineage.length)
                        .put(lineage)
                        .put(EMPTY_BATCH)
                        .array());
        LoadChecker checker = LoadChecker.of(new RocksStateStore(storage, ID, UNCOMPRESSED));

        LoadObstacle obstacle = checker.check(new StateVersion(3, "c"), LoadRules.SPARK_4_1)
                .met()
                .orElseThrow();

        assertThat(obstacle.condition()).isEqualTo("CANNOT_LOAD_STATE_STORE.CANNOT_READ_STREAMING_STATE_FILE");
        assertThat(obstacle.damage().at().path()).as("the first that is read").endsWith("1_a.changelog");
    }

    @Test
    void stumblesOverASnapshotWithAUniqueIdUnderFormat1() throws IOException {
        file("1.changelog", EMPTY_BATCH).file("2_a.zip", EMPTY_BATCH);

        assertThat(rocksDb(StateVersion.of(1))).containsOnly("UNCATEGORIZED");
    }

    @Test
    void knowsALeftoverByItsName() {
        String name = ".7_0d4a.changelog.0f0e0d0c-0b0a-0908-0706-050403020100.TID42.tmp";
        FileEntry entry = new FileEntry(ID.directory().child(name), EntryKind.FILE, 4, 0);

        LeftoverFile leftover = LeftoverFile.of(entry).orElseThrow();

        assertThat(leftover.finalName()).isEqualTo("7_0d4a.changelog");
        assertThat(leftover.file().kind()).isEqualTo(StateFileKind.CHANGES);
        assertThat(leftover.file().version()).isEqualTo(7);
        assertThat(LeftoverFile.of(new FileEntry(new StoragePath("x/.7.delta.crc"), EntryKind.FILE, 4, 0)))
                .isEmpty();
    }
}
