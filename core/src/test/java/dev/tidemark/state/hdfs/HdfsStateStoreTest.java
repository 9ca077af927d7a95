package dev.tidemark.state.hdfs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

import com.github.luben.zstd.ZstdOutputStream;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.RowBytes;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HdfsStateStoreTest {
    private static final StateStoreId STORE = StateStoreId.ofDefault(0, 0);

    private final MemoryStorage storage = new MemoryStorage();

    @Test
    void appliesChangesInOrderOverTheNewestSnapshot() throws IOException {
        file("1.delta", new DeltaBytes().put(key("gone"), value(1)).end());
        file(
                "2.snapshot",
                new DeltaBytes().put(key("a"), value(1)).put(key("b"), value(2)).end());
        file(
                "3.delta",
                new DeltaBytes()
                        .put(key("a"), value(9))
                        .put(key("c"), value(3))
                        .remove(key("c"))
                        .end());
        file(
                "4.delta",
                new DeltaBytes().remove(key("b")).put(key("d"), value(4)).end());

        assertThat(rows(4)).isEqualTo(Map.of("a", 9L, "d", 4L));
        assertThat(rows(3)).isEqualTo(Map.of("a", 9L, "b", 2L));
        assertThat(rows(2)).isEqualTo(Map.of("a", 1L, "b", 2L));
        assertThat(rows(0)).isEmpty();
    }

    @Test
    void readsManyRowsAndOverwrites() throws IOException {
        DeltaBytes first = new DeltaBytes();
        DeltaBytes second = new DeltaBytes();
        Map<String, Long> expected = new TreeMap<>();
        for (int i = 0; i < 50_000; i++) {
            String name = "key-" + i * 31;
            first.put(key(name), value(i));
            if (i % 3 == 0) {
                second.remove(key(name));
            } else {
                second.put(key(name), i % 3 == 1 ? value(-i) : longer(-i));
                expected.put(name, (long) -i);
            }
        }
        file("1.delta", first.end());
        file("2.delta", second.end());

        assertThat(rows(2)).isEqualTo(expected);
    }

    @Test
    void namesTheFilesOfAVersionAndTheGapInThem() throws IOException {
        file("2.snapshot", new DeltaBytes().end());
        file("3.delta", new DeltaBytes().end());
        file("6.delta", new DeltaBytes().end());

        Lineage whole = store(StateConf.LEGACY).lineage(StateVersion.of(3));
        Lineage broken = store(StateConf.LEGACY).lineage(StateVersion.of(7));

        assertThat(whole.files()).extracting(file -> file.path().name()).containsExactly("2.snapshot", "3.delta");
        assertThat(whole.isComplete()).isTrue();
        assertThat(broken.damages())
                .extracting(Damage::message)
                .containsExactly(
                        "state/0/0/4.delta: expected the changes of batch 3, found no such file",
                        "state/0/0/7.delta: expected the changes of batch 6, found no such file");
    }

    @Test
    void namesTheGapBeforeTheGreatestVersionThereIs() throws IOException {
        file("1.delta", new DeltaBytes().end());

        Lineage lineage = store(StateConf.LEGACY).lineage(StateVersion.of(Long.MAX_VALUE));

        assertThat(lineage.damages())
                .extracting(Damage::message)
                .containsExactly("state/0/0/2.delta: expected the changes of batch 1, found no such file");
    }

    @Test
    void goesAroundASnapshotFromEveryOlderOneAndFromNothing() throws IOException {
        for (int version = 1; version <= 6; version++) {
            file(version + ".delta", new DeltaBytes().end());
        }
        file("2.snapshot", new DeltaBytes().end());
        file("4.snapshot", new DeltaBytes().end());
        file("6.snapshot", new DeltaBytes().end());

        assertThat(store(StateConf.LEGACY).detours(StateVersion.of(6)))
                .extracting(detour ->
                        detour.files().stream().map(file -> file.path().name()).toList())
                .containsExactly(
                        List.of("4.snapshot", "5.delta", "6.delta"),
                        List.of("2.snapshot", "3.delta", "4.delta", "5.delta", "6.delta"),
                        List.of("1.delta", "2.delta", "3.delta", "4.delta", "5.delta", "6.delta"));
    }

    @Test
    void keepsTheRowsBeforeAMissingFile() throws IOException {
        file("1.delta", new DeltaBytes().put(key("a"), value(1)).end());
        file("3.delta", new DeltaBytes().put(key("a"), value(3)).end());

        Reading reading = read(3, StateConf.LEGACY);

        assertThat(reading.rows()).isEqualTo(Map.of("a", 1L));
        assertThat(reading.damages()).extracting(Damage::kind).containsExactly(DamageKind.MISSING);
    }

    @Test
    void goesAroundATornSnapshotWhileOlderFilesHoldTheRows() throws IOException {
        file("1.delta", new DeltaBytes().put(key("a"), value(1)).end());
        file("2.delta", new DeltaBytes().put(key("b"), value(2)).end());
        byte[] snapshot = lz4(
                new DeltaBytes().put(key("a"), value(1)).put(key("b"), value(2)).end());
        storage.write(path("2.snapshot"), Arrays.copyOf(snapshot, 30));

        Reading reading = read(2, StateConf.LEGACY);

        assertThat(reading.rows()).isEqualTo(Map.of("a", 1L, "b", 2L));
        assertThat(reading.damages())
                .singleElement()
                .satisfies(damage -> assertThat(damage.at().path()).isEqualTo("state/0/0/2.snapshot"));
    }

    @Test
    void keepsARowsWorthOfEveryCut() throws IOException {
        byte[] whole = new DeltaBytes()
                .put(key("a"), value(1))
                .put(key("b"), value(2))
                .remove(key("a"))
                .end();
        for (int cut = 0; cut < whole.length; cut++) {
            storage.write(path("1.delta"), lz4(Arrays.copyOf(whole, cut)));

            Reading reading = read(1, StateConf.LEGACY);

            assertThat(reading.damages()).as("cut at %d", cut).hasSize(1);
            assertThat(reading.damages().get(0).kind()).isIn(DamageKind.TRUNCATED, DamageKind.EMPTY);
            assertThat(reading.rows().size()).as("cut at %d", cut).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void refusesLengthsThatNoRowHas() throws IOException {
        file("1.delta", new DeltaBytes().put(key("a"), value(1)).length(-7).end());
        assertThat(read(1, StateConf.LEGACY).damages())
                .extracting(Damage::message)
                .containsExactly("state/0/0/1.delta: expected the length of a key, found -7"
                        + " (record 2, byte 48 of the decoded data)");

        file("1.delta", new DeltaBytes().length(Integer.MAX_VALUE).end());
        assertThat(read(1, StateConf.LEGACY).damages()).hasSize(1);

        file("1.delta", new DeltaBytes().length(1 << 28).raw(new byte[100]).end());
        assertThat(read(1, StateConf.LEGACY).damages()).extracting(Damage::kind).containsExactly(DamageKind.TRUNCATED);
    }

    @Test
    void takesARemovalInASnapshotForDamage() throws IOException {
        file(
                "1.snapshot",
                new DeltaBytes().put(key("a"), value(1)).remove(key("a")).end());

        Reading reading = read(1, StateConf.LEGACY);

        assertThat(reading.rows()).isEqualTo(Map.of("a", 1L));
        assertThat(reading.damages()).extracting(Damage::expected).containsExactly("the length of a value");
    }

    @Test
    void dropsTheBytesThatSparkBefore23LeftBehindValues() throws IOException {
        byte[] padded = Arrays.copyOf(value(5), value(5).length + 4);
        file("1.delta", new DeltaBytes().put(key("a"), padded).end());

        assertThat(rows(1)).isEqualTo(Map.of("a", 5L));
        store(StateConf.LEGACY).readRows(StateVersion.of(1), (family, key, value) -> {
            assertThat(value.toBytes()).isEqualTo(value(5));
            return true;
        });
    }

    @Test
    void takesADirectoryForNoStateFile() throws IOException {
        file("1.delta", new DeltaBytes().put(key("a"), value(1)).end());
        storage.with(path("2.delta").value() + "/part", "x")
                .with(path("1.snapshot").value() + "/part", "x");

        assertThat(rows(1)).isEqualTo(Map.of("a", 1L));
        assertThat(store(StateConf.LEGACY).versions()).containsExactly(StateVersion.of(1));
    }

    @Test
    void readsBytesOfNoKnownCodecWithThePinnedOneAndFailsAsSparkDoes() throws IOException {
        storage.write(path("1.delta"), new DeltaBytes().put(key("a"), value(1)).end());

        Reading reading = read(1, StateConf.LEGACY);

        assertThat(reading.rows()).isEmpty();
        assertThat(reading.damages())
                .singleElement()
                .satisfies(damage -> assertThat(damage.message())
                        .as("Spark reads it as lz4, so rows that happen to make sense are none")
                        .doesNotContain("read as that"));
    }

    @Test
    void tellsARowTooShortForItsChecksum() throws IOException {
        StateConf conf = new StateConf(Map.of("spark.sql.streaming.stateStore.rowChecksum.enabled", "true"));
        file(
                "1.delta",
                new DeltaBytes()
                        .put(key("a"), new byte[3])
                        .remove(new byte[2])
                        .put(key("c"), checked(key("c"), value(3)))
                        .end());

        Reading reading = read(1, conf);

        assertThat(reading.rows()).isEqualTo(Map.of("c", 3L));
        assertThat(reading.damages())
                .extracting(Damage::message)
                .containsExactly(
                        "state/0/0/1.delta: expected a checksum of 4 bytes, found 3 bytes in record 1",
                        "state/0/0/1.delta: expected a checksum of 4 bytes, found 2 bytes in record 2");
    }

    @Test
    void countsWhatStandsBehindTheEndMarkTowardsTheChecksumOfTheFile() throws IOException {
        byte[] rows = lz4(new DeltaBytes().put(key("a"), value(1)).end());
        byte[] bytes = Arrays.copyOf(rows, 300_000);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        storage.write(path("1.delta"), bytes);
        sideFile("1.delta", (int) crc.getValue(), bytes.length);

        assertThat(rows(1)).isEqualTo(Map.of("a", 1L));
    }

    @Test
    void verifiesTheChecksumsOfRows() throws IOException {
        StateConf conf = new StateConf(Map.of("spark.sql.streaming.stateStore.rowChecksum.enabled", "true"));
        byte[] spoilt = checked(key("b"), value(2));
        spoilt[0] ^= 1;
        file(
                "1.delta",
                new DeltaBytes()
                        .put(key("a"), checked(key("a"), value(1)))
                        .put(key("b"), spoilt)
                        .put(key("c"), checked(key("c"), value(3)))
                        .remove(checkedKey(key("c")))
                        .end());

        Reading reading = read(1, conf);

        assertThat(reading.rows()).isEqualTo(Map.of("a", 1L, "b", 2L));
        assertThat(reading.damages()).singleElement().satisfies(damage -> {
            assertThat(damage.kind()).isEqualTo(DamageKind.CHECKSUM_MISMATCH);
            assertThat(damage.found()).isEqualTo("another in record 2");
        });
    }

    @Test
    void readsAnotherCodecThanPinnedAndSaysSo() throws IOException {
        storage.write(
                path("1.delta"), zstd(new DeltaBytes().put(key("a"), value(1)).end()));

        Reading reading = read(1, StateConf.LEGACY);

        assertThat(reading.rows()).isEqualTo(Map.of("a", 1L));
        assertThat(reading.damages())
                .extracting(Damage::message)
                .containsExactly("state/0/0/1.delta@0: expected lz4 as the offset log says, found zstd; read as that");
    }

    @Test
    void holdsAFileAgainstItsSideFile() throws IOException {
        byte[] bytes = lz4(new DeltaBytes().put(key("a"), value(1)).end());
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        storage.write(path("1.delta"), bytes);
        sideFile("1.delta", (int) crc.getValue(), bytes.length);
        assertThat(read(1, StateConf.LEGACY).damages()).isEmpty();

        sideFile("1.delta", (int) crc.getValue() + 1, bytes.length);
        assertThat(read(1, StateConf.LEGACY))
                .satisfies(reading -> assertThat(reading.rows()).hasSize(1))
                .satisfies(reading -> assertThat(reading.damages())
                        .extracting(Damage::kind)
                        .containsExactly(DamageKind.CHECKSUM_MISMATCH));

        sideFile("1.delta", (int) crc.getValue(), bytes.length + 1);
        assertThat(read(1, StateConf.LEGACY).damages())
                .as("the checksum of a file of another size")
                .extracting(Damage::found)
                .containsExactly((int) crc.getValue() + " over " + bytes.length + " bytes");
    }

    @Test
    void findsTheRecordOfARowThatIsTooShort() throws IOException {
        file(
                "1.delta",
                new DeltaBytes().put(key("a"), value(1)).put(key("b"), value(2)).end());
        file(
                "2.delta",
                new DeltaBytes()
                        .put(key("a"), value(1))
                        .remove(key("c"))
                        .put(key("b"), new byte[8])
                        .end());
        Damage damage = new Damage(Location.of("state/0/0"), DamageKind.TRUNCATED, "a row", "8 bytes");

        Damage placed = store(StateConf.LEGACY).placed(damage, StateVersion.of(2), Slice.of(key("b")));

        assertThat(placed.message()).isEqualTo("state/0/0/2.delta: expected a row, found 8 bytes (record 3)");
    }

    @Test
    void handsOutChangesAsTheyStandInTheFile() throws IOException {
        file(
                "5.delta",
                new DeltaBytes()
                        .put(key("a"), value(1))
                        .remove(key("a"))
                        .put(key("a"), value(2))
                        .end());
        List<String> changes = new ArrayList<>();

        List<Damage> damages = store(StateConf.LEGACY)
                .readChanges(
                        StateVersion.of(5),
                        (kind, family, key, value) ->
                                changes.add(kind.text() + " " + name(key) + " " + value.length()));

        assertThat(damages).isEmpty();
        assertThat(changes).containsExactly("update a 16", "delete a 0", "update a 16");
    }

    private record Reading(Map<String, Long> rows, List<Damage> damages) {}

    private Map<String, Long> rows(long version) throws IOException {
        Reading reading = read(version, StateConf.LEGACY);
        assertThat(reading.damages()).isEmpty();
        return reading.rows();
    }

    private Reading read(long version, StateConf conf) throws IOException {
        Map<String, Long> rows = new TreeMap<>();
        List<Damage> damages = store(conf).readRows(StateVersion.of(version), (family, key, value) -> {
            rows.put(
                    name(key),
                    ByteBuffer.wrap(value.toBytes())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getLong(8));
            return true;
        });
        return new Reading(rows, damages);
    }

    private HdfsStateStore store(StateConf conf) {
        return HdfsStateStore.of(storage, STORE, conf);
    }

    private void file(String name, byte[] records) throws IOException {
        storage.write(path(name), lz4(records));
    }

    private void sideFile(String name, int crc, int sizeBytes) {
        storage.with(
                path(name + ".crc").value(),
                "{\"algorithm\":\"CRC32C\",\"value\":" + crc + ",\"mainFileSize\":" + sizeBytes
                        + ",\"timestampMs\":0,\"creator\":{}}");
    }

    private static StoragePath path(String name) {
        return STORE.directory().child(name);
    }

    private static byte[] lz4(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new LZ4BlockOutputStream(bytes, 32 * 1024)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] zstd(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] key(String name) {
        return RowBytes.row().add(name).build();
    }

    private static String name(Slice key) {
        String text = new String(key.toBytes(), 16, key.length() - 16, StandardCharsets.UTF_8);
        return text.replace("\0", "");
    }

    private static byte[] value(long number) {
        return RowBytes.row().add(number).build();
    }

    private static byte[] longer(long number) {
        return RowBytes.row().add(number).add("tail").build();
    }

    private static byte[] checked(byte[] key, byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(key);
        crc.update(value);
        return prefixed(crc, value);
    }

    private static byte[] checkedKey(byte[] key) {
        CRC32C crc = new CRC32C();
        crc.update(key);
        return prefixed(crc, key);
    }

    private static byte[] prefixed(CRC32C crc, byte[] bytes) {
        return ByteBuffer.allocate(4 + bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) crc.getValue())
                .put(bytes)
                .array();
    }
}
