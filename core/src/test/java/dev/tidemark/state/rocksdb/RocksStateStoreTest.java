package dev.tidemark.state.rocksdb;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;

import static org.assertj.core.api.Assertions.assertThat;

class RocksStateStoreTest {
    private static final StateStoreId ID = StateStoreId.ofDefault(0, 0);
    private static final StoragePath STORE = ID.directory();
    private static final StateConf UNCOMPRESSED =
            new StateConf(Map.of("spark.sql.streaming.stateStore.compression.codec", "none"));
    private static final String FAMILIES =
            ",\"columnFamilyMapping\":{\"default\":1,\"x\":258},\"maxColumnFamilyId\":258";

    @TempDir
    private Path scratch;

    private final MemoryStorage storage = new MemoryStorage();
    private final Map<String, String> rows = new TreeMap<>();

    @BeforeAll
    static void loadLibrary() {
        RocksDB.loadLibrary();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] inFamily(int id, String key) {
        byte[] bytes = new byte[2 + key.length()];
        bytes[0] = (byte) id;
        bytes[1] = (byte) (id >> 8);
        System.arraycopy(utf8(key), 0, bytes, 2, key.length());
        return bytes;
    }

    private void changelog(String name, ChangelogBytes changes) {
        storage.with(STORE.child(name + ".changelog").value(), changes.bytes(), 0);
    }

    private void snapshot(String name, SnapshotFiles.Writing writing) {
        SnapshotFiles.write(storage, STORE, name, scratch, "", database -> {
            writing.to(database);
            try (FlushOptions flush = new FlushOptions()) {
                database.flush(flush);
            }
        });
    }

    private List<Damage> read(StateVersion version) throws IOException {
        rows.clear();
        return new RocksStateStore(storage, ID, UNCOMPRESSED).readRows(version, (family, key, value) -> {
            rows.put((family.equals("default") ? "" : family + ":") + key.toText(), value.toText());
            return true;
        });
    }

    private Lineage lineage(StateVersion version) throws IOException {
        return new RocksStateStore(storage, ID, UNCOMPRESSED).lineage(version);
    }

    private static List<String> names(Lineage lineage) {
        return lineage.files().stream().map(file -> file.path().name()).toList();
    }

    @Test
    void replaysChangelogsFromNothing() throws IOException {
        changelog("1", new ChangelogBytes().put("a", "1").put("b", "1").number(-1));
        changelog(
                "2",
                new ChangelogBytes().remove("a").put("b", "2").put("c", "2").number(-1));

        assertThat(read(StateVersion.of(2))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("b", "2", "c", "2"));
        assertThat(names(lineage(StateVersion.of(2)))).containsExactly("1.changelog", "2.changelog");
    }

    @Test
    void laysChangesOverTheNewestSnapshotNotAfterTheVersion() throws IOException {
        snapshot("2", database -> {
            database.put(utf8("a"), utf8("old"));
            database.put(utf8("b"), utf8("kept"));
        });
        snapshot("5", database -> database.put(utf8("z"), utf8("later")));
        changelog("3", new ChangelogBytes().put("a", "new").put("c", "3").number(-1));

        assertThat(read(StateVersion.of(3))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("a", "new", "b", "kept", "c", "3"));
        assertThat(names(lineage(StateVersion.of(3)))).containsExactly("2.zip", "3.changelog");
    }

    @Test
    void readsASnapshotAlone() throws IOException {
        snapshot("2", database -> database.put(utf8("a"), utf8("1")));

        assertThat(read(StateVersion.of(2))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("a", "1"));
    }

    @Test
    void leavesNothingInTheTemporaryPlace() throws IOException {
        snapshot("2", database -> database.put(utf8("a"), utf8("1")));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        long before = scratchDirectories(temporary);

        read(StateVersion.of(2));

        assertThat(scratchDirectories(temporary)).isLessThanOrEqualTo(before);
    }

    private static long scratchDirectories(Path temporary) {
        String[] names = temporary.toFile().list((directory, name) -> name.startsWith("tidemark-rocksdb-"));
        return names == null ? 0 : names.length;
    }

    @Test
    void appendsToTheSnapshotsValueWithTheRecordedDelimiter() throws IOException {
        SnapshotFiles.write(
                storage, STORE, "1", scratch, FAMILIES, database -> database.merge(inFamily(258, "k"), utf8("1")));
        changelog(
                "2",
                new ChangelogBytes()
                        .utf("v2")
                        .type(0x11)
                        .item(inFamily(258, "k"))
                        .item("2")
                        .type(0x11)
                        .item(inFamily(258, "new"))
                        .item("3")
                        .type(0));

        assertThat(read(StateVersion.of(2))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("x:k", "1,2", "x:new", "3"));
    }

    @Test
    void removesARangeFromSnapshotAndChangesAlike() throws IOException {
        SnapshotFiles.write(storage, STORE, "1", scratch, FAMILIES, database -> {
            for (String key : List.of("a", "b", "c", "d")) {
                database.put(inFamily(1, key), utf8("old"));
            }
        });
        changelog(
                "2",
                new ChangelogBytes()
                        .utf("v2")
                        .type(0x01)
                        .item(inFamily(1, "bb"))
                        .item("x")
                        .type(0x20)
                        .item(inFamily(1, "b"))
                        .item(inFamily(1, "d"))
                        .type(0x01)
                        .item(inFamily(1, "c"))
                        .item("again")
                        .type(0));

        assertThat(read(StateVersion.of(2))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("a", "old", "c", "again", "d", "old"));
    }

    @Test
    void namesAColumnFamilyWithoutANameByItsId() throws IOException {
        SnapshotFiles.write(
                storage, STORE, "1", scratch, FAMILIES, database -> database.put(inFamily(9, "k"), utf8("v")));

        assertThat(read(StateVersion.of(1))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("#9:k", "v"));
    }

    @Test
    void namesTheFirstChangelogThatIsMissing() throws IOException {
        changelog("1", new ChangelogBytes().put("a", "1").number(-1));
        changelog("3", new ChangelogBytes().put("c", "3").number(-1));

        List<Damage> damages = read(StateVersion.of(3));

        assertThat(damages)
                .extracting(Damage::message)
                .containsExactly("state/0/0/2.changelog: expected the changes of version 2, found no such file");
        assertThat(rows).as("what can still be had").isEqualTo(Map.of("a", "1"));
    }

    @Test
    void rebuildsFromAnOlderSnapshotWhenTheNewestIsTorn() throws IOException {
        snapshot("1", database -> database.put(utf8("a"), utf8("1")));
        changelog("2", new ChangelogBytes().put("b", "2").number(-1));
        storage.with(STORE.child("2.zip").value(), new byte[] {'P', 'K', 3, 4, 0}, 0);

        List<Damage> damages = read(StateVersion.of(2));

        assertThat(damages).hasSize(1);
        assertThat(damages.get(0).at().path()).isEqualTo("state/0/0/2.zip");
        assertThat(rows).isEqualTo(Map.of("a", "1", "b", "2"));
    }

    @Test
    void namesATableThatIsMissingAndTheArchiveThatWantsIt() throws IOException {
        snapshot("1", database -> database.put(utf8("a"), utf8("1")));
        StoragePath table = storage.list(STORE.child("SSTs")).stream()
                .findFirst()
                .orElseThrow()
                .path();
        storage.delete(table);

        List<Damage> damages = read(StateVersion.of(1));

        assertThat(damages.get(0).kind()).isEqualTo(DamageKind.MISSING);
        assertThat(damages.get(0).message())
                .startsWith(table.value() + ": expected a file of ")
                .contains("named by state/0/0/1.zip");
    }

    @Test
    void namesTheTableWhoseBlockDoesNotMatchItsChecksum() throws IOException {
        snapshot("1", database -> {
            for (int i = 0; i < 1000; i++) {
                database.put(utf8(String.format("%06d", i)), utf8("value " + i));
            }
        });
        StoragePath table = storage.list(STORE.child("SSTs")).stream()
                .findFirst()
                .orElseThrow()
                .path();
        byte[] bytes = storage.open(table).readAllBytes();
        bytes[100] ^= 0x55;
        storage.with(table.value(), bytes, 0);

        List<Damage> damages = read(StateVersion.of(1));

        assertThat(damages).isNotEmpty();
        assertThat(damages.get(0).kind()).isEqualTo(DamageKind.CHECKSUM_MISMATCH);
        assertThat(damages.get(0).at().path()).isEqualTo(table.value());
    }

    @Test
    void keepsTheRowsBeforeATornChangelogRecord() throws IOException {
        changelog("1", new ChangelogBytes().put("a", "1").number(500));

        List<Damage> damages = read(StateVersion.of(1));

        assertThat(damages).hasSize(1);
        assertThat(damages.get(0).kind()).isEqualTo(DamageKind.TRUNCATED);
        assertThat(rows).isEqualTo(Map.of("a", "1"));
    }

    private static String lineageJson(String... items) {
        List<String> parts = new ArrayList<>();
        Arrays.stream(items).forEach(item -> {
            String[] versionAndId = item.split("_");
            parts.add("{\"version\":" + versionAndId[0] + ",\"checkpointUniqueId\":\"" + versionAndId[1] + "\"}");
        });
        return "[" + String.join(",", parts) + "]";
    }

    @Test
    void followsTheLineageAndNeverTheNewestFile() throws IOException {
        snapshot("1_a", database -> database.put(utf8("k"), utf8("right")));
        snapshot("1_b", database -> database.put(utf8("k"), utf8("wrong")));
        changelog(
                "2_c",
                new ChangelogBytes()
                        .utf("v3")
                        .utf(lineageJson("1_a"))
                        .put("l", "right")
                        .number(-1));
        changelog(
                "2_d",
                new ChangelogBytes()
                        .utf("v3")
                        .utf(lineageJson("1_b"))
                        .put("l", "wrong")
                        .number(-1));
        changelog(
                "3_e",
                new ChangelogBytes().utf("v3").utf(lineageJson("1_a", "2_c")).number(-1));

        assertThat(read(new StateVersion(3, "e"))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("k", "right", "l", "right"));
        assertThat(names(lineage(new StateVersion(3, "e"))))
                .containsExactly("1_a.zip", "2_c.changelog", "3_e.changelog");
    }

    @Test
    void startsFromNothingWhenTheLineageBeginsAtVersion1() throws IOException {
        changelog("1_a", new ChangelogBytes().utf("v3").utf("[]").put("k", "1").number(-1));
        changelog(
                "2_b",
                new ChangelogBytes()
                        .utf("v3")
                        .utf(lineageJson("1_a"))
                        .put("l", "2")
                        .number(-1));

        assertThat(read(new StateVersion(2, "b"))).isEmpty();
        assertThat(rows).isEqualTo(Map.of("k", "1", "l", "2"));
    }

    @Test
    void tellsALineageThatLeadsToNoSnapshot() throws IOException {
        changelog(
                "3_c",
                new ChangelogBytes()
                        .utf("v3")
                        .utf(lineageJson("2_b"))
                        .put("l", "2")
                        .number(-1));

        List<Damage> damages = read(new StateVersion(3, "c"));

        assertThat(damages)
                .extracting(Damage::message)
                .containsExactly("state/0/0/2_b.zip: expected a snapshot of a version in the lineage of 3_c.changelog,"
                        + " found no such file");
        assertThat(rows).isEmpty();
    }

    @Test
    void goesBackBeyondTheLineageWhenItsSnapshotIsLost() throws IOException {
        snapshot("1_a", database -> database.put(utf8("k"), utf8("1")));
        changelog(
                "2_b",
                new ChangelogBytes()
                        .utf("v3")
                        .utf(lineageJson("1_a"))
                        .put("l", "2")
                        .number(-1));
        changelog(
                "3_c",
                new ChangelogBytes()
                        .utf("v3")
                        .utf(lineageJson("2_b"))
                        .put("m", "3")
                        .number(-1));

        List<Damage> damages = read(new StateVersion(3, "c"));

        assertThat(damages).extracting(damage -> damage.at().path()).containsExactly("state/0/0/2_b.zip");
        assertThat(rows).as("rebuilt all the same").isEqualTo(Map.of("k", "1", "l", "2", "m", "3"));
        assertThat(lineage(new StateVersion(3, "c")).isComplete()).isFalse();
    }

    @Test
    void endsOnALineageThatGoesInCircles() throws IOException {
        changelog("3_c", new ChangelogBytes().utf("v3").utf(lineageJson("2_b")).number(-1));
        changelog(
                "2_b",
                new ChangelogBytes().utf("v3").utf(lineageJson("2_b", "3_c")).number(-1));

        assertThat(read(new StateVersion(3, "c"))).isNotEmpty();
    }

    @Test
    void handsOverTheChangesOfOneVersion() throws IOException {
        SnapshotFiles.write(storage, STORE, "1", scratch, FAMILIES, database -> {});
        changelog(
                "2",
                new ChangelogBytes()
                        .utf("v2")
                        .type(0x01)
                        .item(inFamily(1, "a"))
                        .item("1")
                        .type(0x11)
                        .item(inFamily(258, "b"))
                        .item("2")
                        .type(0x10)
                        .item(inFamily(1, "a"))
                        .number(-1)
                        .type(0));
        List<String> changes = new ArrayList<>();

        List<Damage> damages = new RocksStateStore(storage, ID, UNCOMPRESSED)
                .readChanges(StateVersion.of(2), (kind, family, key, value) -> {
                    changes.add(kind.text() + " " + family + " " + key.toText() + " " + value.toText());
                    return true;
                });

        assertThat(damages).isEmpty();
        assertThat(changes).containsExactly("update default a 1", "append x b 2", "delete default a ");
    }

    @Test
    void readsVersion0AsTheEmptyStore() throws IOException {
        assertThat(read(StateVersion.of(0))).isEmpty();
        assertThat(rows).isEmpty();
    }

    @Test
    void listsTheVersionsThatFilesAreNamedAfter() throws IOException {
        changelog("2", new ChangelogBytes().number(-1));
        changelog("3_b", new ChangelogBytes().utf("v3").utf("[]").number(-1));
        storage.with(STORE.child("notes.zip").value(), new byte[0], 0);
        storage.with(STORE.child("4_a_b.zip").value(), new byte[0], 0);

        assertThat(new RocksStateStore(storage, ID, UNCOMPRESSED).versions())
                .containsExactly(StateVersion.of(2), new StateVersion(3, "b"));
    }

    @Test
    void checksASnapshotDownToTheBlocksOfItsTables() throws IOException {
        snapshot("1", database -> database.put(utf8("a"), utf8("1")));
        RocksStateStore store = new RocksStateStore(storage, ID, UNCOMPRESSED);
        StateFile archive = store.lineage(StateVersion.of(1)).snapshot().orElseThrow();
        StateFile table = store.parts(archive).get(0);
        assertThat(store.check(archive)).isEmpty();

        byte[] bytes = storage.open(table.path()).readAllBytes();
        bytes[10] ^= 0x55;
        storage.with(table.path().value(), bytes, 0);

        assertThat(store.check(archive)).extracting(Damage::kind).containsExactly(DamageKind.CHECKSUM_MISMATCH);
    }

    @Test
    void offersTheOlderSnapshotsAsDetours() throws IOException {
        snapshot("1", database -> database.put(utf8("a"), utf8("1")));
        snapshot("2", database -> database.put(utf8("a"), utf8("1")));
        changelog("2", new ChangelogBytes().number(-1));

        assertThat(new RocksStateStore(storage, ID, UNCOMPRESSED)
                        .detours(StateVersion.of(2)).stream().map(RocksStateStoreTest::names))
                .containsExactly(List.of("1.zip", "2.changelog"));
    }

    @Test
    void holdsAChangelogAgainstItsSideFile() throws IOException {
        changelog("1", new ChangelogBytes().put("a", "1").number(-1));
        storage.with(
                STORE.child("1.changelog.crc").value(),
                "{\"algorithm\":\"CRC32C\",\"value\":7,\"mainFileSize\":14,\"timestampMs\":0,\"creator\":{}}");

        List<Damage> damages = read(StateVersion.of(1));

        assertThat(damages).extracting(Damage::kind).containsExactly(DamageKind.CHECKSUM_MISMATCH);
        assertThat(rows).as("its bytes make sense all the same").isEqualTo(Map.of("a", "1"));
    }

    @Test
    void refusesATableThatDoesNotEndAsOneBeforeAnyOfItIsCopied() throws IOException {
        snapshot("1", database -> database.put(utf8("a"), utf8("1")));
        RocksStateStore store = new RocksStateStore(storage, ID, UNCOMPRESSED);
        StateFile archive = store.lineage(StateVersion.of(1)).snapshot().orElseThrow();
        StateFile table = store.parts(archive).get(0);
        storage.with(table.path().value(), new byte[(int) table.sizeBytes()], 0);

        assertThat(store.check(archive)).singleElement().satisfies(damage -> {
            assertThat(damage.at().byteOffset()).isEqualTo(table.sizeBytes() - 8);
            assertThat(damage.expected()).isEqualTo("a sound table, which ends in f7cff485b741e288");
            assertThat(damage.found()).isEqualTo("0000000000000000");
        });
    }

    @Test
    void readsTablesWhereTheyLie() throws IOException {
        Path checkpoint = scratch.resolve("ckpt");
        RocksLab.snapshot(checkpoint.resolve(STORE.value()), "1", scratch.resolve("lab"));
        Path tables = checkpoint.resolve(STORE.child("SSTs").value());
        List<String> before = contents(tables);

        RocksStateStore store = new RocksStateStore(LocalStorage.at(checkpoint), ID, UNCOMPRESSED);
        List<Damage> damages = store.readRows(StateVersion.of(1), (family, key, value) -> {
            rows.put(key.toText(), value.toText());
            return true;
        });

        assertThat(damages).isEmpty();
        assertThat(rows).isEqualTo(Map.of("k", "v"));
        assertThat(contents(tables)).as("the evidence afterwards").isEqualTo(before);
    }

    /** Name, time and bytes of each file. */
    private static List<String> contents(Path directory) throws IOException {
        List<String> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                contents.add(file.getFileName() + " " + Files.getLastModifiedTime(file) + " "
                        + Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    @Test
    void leavesWhatStandsBehindARefusedArchiveAlone() throws IOException {
        storage.with(STORE.child("1.zip").value(), new byte[40_000_000], 0);
        Counted counted = new Counted(storage, new AtomicLong());

        List<Damage> damages = new RocksStateStore(counted, ID, UNCOMPRESSED)
                .readRows(StateVersion.of(1), (family, key, value) -> true);

        assertThat(damages).isNotEmpty();
        assertThat(counted.bytes()).as("bytes that were read").hasValueLessThan(1_000_000);
    }

    /** Counts the bytes that are read from open files. */
    private record Counted(Storage inner, AtomicLong bytes) implements Storage {
        @Override
        public String location() {
            return inner.location();
        }

        @Override
        public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
            inner.forEachEntry(directory, each);
        }

        @Override
        public Optional<FileEntry> stat(StoragePath path) throws IOException {
            return inner.stat(path);
        }

        @Override
        public InputStream open(StoragePath path) throws IOException {
            return new FilterInputStream(inner.open(path)) {
                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    int count = in.read(into, offset, length);
                    bytes.addAndGet(Math.max(0, count));
                    return count;
                }
            };
        }

        @Override
        public RandomAccess openAt(StoragePath path) throws IOException {
            return inner.openAt(path);
        }
    }
}
