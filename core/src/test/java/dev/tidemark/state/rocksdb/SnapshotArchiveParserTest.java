package dev.tidemark.state.rocksdb;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SnapshotArchiveParserTest {
    private static final Location FILE = Location.of("state/0/0/7.zip");
    private static final String METADATA = "v1\n{\"sstFiles\":[{\"localFileName\":\"000008.sst\",\"dfsSstFileName\":"
            + "\"000008-u.sst\",\"sizeBytes\":1493}],\"numKeys\":6,\"numInternalKeys\":2,\"columnFamilyMapping\":"
            + "{\"default\":1,\"$rowCounter_x\":2},\"columnFamilyTypeMap\":{\"default\":false,\"$rowCounter_x\":true},"
            + "\"maxColumnFamilyId\":2}";

    private static Parsed<SnapshotArchive> parse(byte[] zip) {
        try {
            return SnapshotArchiveParser.parse(FILE, new ByteArrayInputStream(zip));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Map<String, byte[]> entries(String metadata) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("MANIFEST-000005", new byte[] {1, 2, 3});
        entries.put("CURRENT", "MANIFEST-000005\n".getBytes(StandardCharsets.UTF_8));
        entries.put("OPTIONS-000007", new byte[] {9});
        entries.put("000004.log", new byte[0]);
        entries.put("metadata", metadata.getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    @Test
    void readsTheManifestAndTheDatabasesSmallFilesButNotItsOptions() {
        SnapshotArchive archive =
                parse(SnapshotFiles.zip(entries(METADATA))).value().orElseThrow();

        assertThat(archive.entries().stream().map(SnapshotArchive.Entry::name))
                .containsExactly("MANIFEST-000005", "CURRENT", "000004.log");
        assertThat(archive.manifest().sstFiles())
                .containsExactly(new ImmutableFile("000008.sst", "000008-u.sst", 1493));
        assertThat(archive.manifest().counts()).isEqualTo(new SnapshotManifest.Counts(6, 2));
        assertThat(archive.manifest().families())
                .isEqualTo(Map.of(
                        "default",
                        new SnapshotManifest.Family(1, false),
                        "$rowCounter_x",
                        new SnapshotManifest.Family(2, true)));
        assertThat(archive.foreignNames()).isEmpty();
    }

    @Test
    void readsTheManifestOfSpark35() {
        String metadata = "v1\n{\"sstFiles\":[],\"numKeys\":-1}";

        SnapshotManifest manifest = parse(SnapshotFiles.zip(entries(metadata)))
                .value()
                .orElseThrow()
                .manifest();

        assertThat(manifest.hasFamilies()).isFalse();
        assertThat(manifest.counts().total()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "/etc/passwd", "SSTs/000001.sst", "a\\..\\b", "CURRENT/../../x", "readme.txt"})
    void leavesOutNamesThatNoSparkWrites(String name) {
        Map<String, byte[]> entries = entries(METADATA);
        entries.put(name, new byte[] {1});

        SnapshotArchive archive = parse(SnapshotFiles.zip(entries)).value().orElseThrow();

        assertThat(archive.foreignNames()).containsExactly(name);
        assertThat(archive.entries()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../x.sst", "a/b.sst", "..", "", "a\\b.sst"})
    void refusesATableNameThatLeadsOutOfItsDirectory(String name) {
        String metadata = METADATA.replace("000008-u.sst", name.replace("\\", "\\\\"));

        Parsed<SnapshotArchive> parsed = parse(SnapshotFiles.zip(entries(metadata)));

        assertThat(parsed.value()).isEmpty();
        assertThat(parsed.damage().orElseThrow().expected()).isEqualTo("a plain file name in dfsSstFileName");
    }

    @Test
    void refusesALocalNameThatWouldReplaceAnotherFile() {
        Parsed<SnapshotArchive> parsed =
                parse(SnapshotFiles.zip(entries(METADATA.replace("\"000008.sst\"", "\"CURRENT\""))));

        assertThat(parsed.damage().orElseThrow().expected()).isEqualTo("distinct RocksDB file names");
    }

    @Test
    void namesTheVersionLineItDoesNotKnow() {
        Parsed<SnapshotArchive> parsed = parse(SnapshotFiles.zip(entries("v9\n{}")));

        assertThat(parsed.damage().orElseThrow().message())
                .isEqualTo("state/0/0/7.zip!/metadata:1: expected v1, found v9");
    }

    @Test
    void tellsAnArchiveWithoutMetadata() {
        Map<String, byte[]> entries = entries(METADATA);
        entries.remove("metadata");

        assertThat(parse(SnapshotFiles.zip(entries)).damage().orElseThrow().kind())
                .isEqualTo(DamageKind.MISSING);
    }

    @Test
    void tellsAnEmptyFileFromOneThatIsNoZip() {
        assertThat(parse(new byte[0]).damage().orElseThrow().kind()).isEqualTo(DamageKind.EMPTY);
        assertThat(parse(new byte[] {'n', 'o'}).damage().orElseThrow().kind()).isEqualTo(DamageKind.MALFORMED);
    }

    @Test
    void doesNotInflateWithoutEnd() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("MANIFEST-000005", new byte[(int) SnapshotArchiveParser.MAX_INFLATED_BYTES + 1]);

        assertThat(parse(SnapshotFiles.zip(entries)).damage().orElseThrow().kind())
                .isEqualTo(DamageKind.TOO_LARGE);
    }

    static IntStream cuts() {
        return IntStream.range(
                0, SnapshotFiles.zip(Map.of("metadata", METADATA.getBytes(StandardCharsets.UTF_8))).length / 2);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void tellsEveryTruncationBeforeTheDirectory(int length) {
        byte[] zip = SnapshotFiles.zip(Map.of("metadata", METADATA.getBytes(StandardCharsets.UTF_8)));

        assertThat(parse(Arrays.copyOf(zip, length)).isIntact())
                .as("cut at %s", length)
                .isFalse();
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void survivesAnyBytes(long seed) {
        Random random = new Random(seed);
        byte[] zip = SnapshotFiles.zip(entries(METADATA));
        for (int i = 0; i < 1 + random.nextInt(6); i++) {
            zip[random.nextInt(zip.length)] = (byte) random.nextInt();
        }

        assertThat(parse(zip)).isNotNull();
        assertThat(List.of(parse(Arrays.copyOf(zip, random.nextInt(zip.length)))))
                .isNotEmpty();
    }
}
