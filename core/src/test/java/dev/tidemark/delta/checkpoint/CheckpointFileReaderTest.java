package dev.tidemark.delta.checkpoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.Mutations;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.CheckpointMetadata;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.FileDetail;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.PartitionValues;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.RowCount;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.action.Sidecar;
import dev.tidemark.evidence.Damage;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

class CheckpointFileReaderTest {
    private static final DeletionVectorDescriptor VECTOR =
            new DeletionVectorDescriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", 1, 34, 2);

    @ParameterizedTest
    @ValueSource(strings = {"classic.parquet", "row-groups.parquet"})
    void readsEveryActionInRowOrder(String name) throws IOException {
        Read read = read(bytes(name), ActionDetail.EVERYTHING);

        assertThat(read.damage).isEmpty();
        assertThat(read.lines).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(read.actions)
                .containsExactly(
                        new SetTransaction("app", 7, 1700000000123L),
                        new Add(
                                "day=2026-01-01/a.parquet",
                                partition("2026-01-01"),
                                2400,
                                1700000000024L,
                                false,
                                null,
                                stats("{\"numRecords\":3}")),
                        new Add(
                                "b%20c.parquet",
                                partition("2026-01-02"),
                                1300,
                                1700000000013L,
                                false,
                                VECTOR,
                                new FileDetail(null, Map.of("T", "1"), 5L, 2L, null)),
                        new Remove(
                                "gone.parquet",
                                1700000000500L,
                                false,
                                null,
                                new Remove.Former(true, new PartitionValues(Map.of("day", "x")), 12L),
                                FileDetail.NONE),
                        new Metadata(
                                "3f1c",
                                null,
                                null,
                                new Metadata.Format("parquet", Map.of()),
                                "{\"type\":\"struct\",\"fields\":[]}",
                                List.of("day", "k"),
                                Map.of("delta.x", "1"),
                                1690000000000L),
                        new Protocol(3, 7, List.of("deletionVectors"), List.of("deletionVectors", "domainMetadata")),
                        new DomainMetadata("delta.clustering", "{}", false),
                        new Add(
                                "d.parquet",
                                partition("2026-01-01"),
                                900,
                                1700000000009L,
                                false,
                                null,
                                stats(
                                        "{\"numRecords\":9,\"minValues\":{\"id\":1,\"at\":\"2023-11-14T22:13:20.123456Z\"}}")),
                        new Remove("old.parquet", null, true, null, former(), FileDetail.NONE));
    }

    @Test
    void leavesOutWhatASummaryDoesNotNeed() throws IOException {
        Read read = read(bytes("classic.parquet"), ActionDetail.SUMMARY);

        assertThat(read.actions)
                .contains(
                        new Add(
                                "b%20c.parquet",
                                PartitionValues.NONE, 1300, 1700000000013L, false, VECTOR, FileDetail.NONE),
                        new Remove("gone.parquet", 1700000000500L, false, null, Remove.Former.NONE, FileDetail.NONE));
    }

    @Test
    void readsAManifestAndItsSidecar() throws IOException {
        Read manifest = read(bytes("manifest.parquet"), ActionDetail.STATE);
        Read sidecar = read(bytes("sidecar.parquet"), ActionDetail.STATE);

        assertThat(manifest.actions)
                .startsWith(
                        new CheckpointMetadata(4, Map.of("sidecarNumActions", "2")),
                        new Sidecar("s1.parquet", 10, 20, Map.of()))
                .hasSize(4);
        assertThat(sidecar.actions).hasSize(3).allMatch(action -> action instanceof Add || action instanceof Remove);
    }

    @Test
    void countsRowsByTheirStatisticsAndKeepsNothingElseOfThem() throws IOException {
        List<Action> whole = read(bytes("classic.parquet"), ActionDetail.EVERYTHING).actions;
        List<Action> counted = read(bytes("classic.parquet"), ActionDetail.COUNTED).actions;

        assertThat(counted).hasSameSizeAs(whole);
        for (int i = 0; i < whole.size(); i++) {
            if (whole.get(i) instanceof Add add && counted.get(i) instanceof Add brief) {
                String stats = add.detail().stats();
                java.util.OptionalLong rows = stats == null ? java.util.OptionalLong.empty() : RowCount.leading(stats);
                assertThat(brief.path()).isEqualTo(add.path());
                assertThat(brief.detail().stats())
                        .isEqualTo(rows.isPresent() ? RowCount.text(rows.getAsLong()) : stats);
            }
        }
    }

    @Test
    void passesOverTheFilesWhereTheyAreNotAskedFor() throws IOException {
        MemoryStorage storage = new MemoryStorage().with("c.parquet", bytes("classic.parquet"), 0);
        List<Action> actions = new ArrayList<>();

        CheckpointFileReader.read(
                storage,
                new StoragePath("c.parquet"),
                ActionDetail.SUMMARY,
                CheckpointFileReader.Rows.WITHOUT_FILES,
                (action, line) -> actions.add(action));

        List<Action> expected = new ArrayList<>(read(bytes("classic.parquet"), ActionDetail.SUMMARY).actions);
        expected.removeIf(action -> action instanceof Add || action instanceof Remove);
        assertThat(actions).isNotEmpty().isEqualTo(expected);
    }

    @Test
    void tellsAnAbsentFileApartFromADamagedOne() throws IOException {
        MemoryStorage storage = new MemoryStorage().with("bad.parquet", "PAR1 and nothing more");

        assertThatThrownBy(() -> CheckpointFileReader.read(
                        storage, new StoragePath("none.parquet"), ActionDetail.STATE, (action, line) -> {}))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(CheckpointFileReader.read(
                        storage, new StoragePath("bad.parquet"), ActionDetail.STATE, (action, line) -> {}))
                .map(Damage::message)
                .contains("bad.parquet@17: expected the magic PAR1 at the end, found 0x6d6f7265");
    }

    @ParameterizedTest(name = "mutants of {0}, seeds from 0")
    @ValueSource(strings = {"classic.parquet", "row-groups.parquet", "manifest.parquet", "sidecar.parquet"})
    void answersOrTellsTheDamageOfAMutant(String name) throws IOException {
        byte[] healthy = bytes(name);

        Mutations.seeds(4).forEach(seed -> {
            byte[] mutant = Mutations.ofSeed(seed).mutate(healthy);
            try {
                assertThat(read(mutant, ActionDetail.EVERYTHING)).isNotNull();
            } catch (RuntimeException | IOException | OutOfMemoryError escaped) {
                fail("seed " + seed + " of " + name, escaped);
            }
        });
    }

    private record Read(List<Action> actions, List<Long> lines, Optional<Damage> damage) {}

    private static Read read(byte[] bytes, ActionDetail detail) throws IOException {
        MemoryStorage storage = new MemoryStorage().with("c.parquet", bytes, 0);
        List<Action> actions = new ArrayList<>();
        List<Long> lines = new ArrayList<>();
        Optional<Damage> damage =
                CheckpointFileReader.read(storage, new StoragePath("c.parquet"), detail, (action, line) -> {
                    actions.add(action);
                    lines.add(line);
                });
        return new Read(actions, lines, damage);
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream in = CheckpointFileReaderTest.class.getResourceAsStream("/checkpoint/" + name)) {
            return java.util.Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    private static PartitionValues partition(String day) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("day", day);
        values.put("k", null);
        return new PartitionValues(values);
    }

    private static FileDetail stats(String json) {
        return new FileDetail(json, Map.of(), null, null, null);
    }

    private static Remove.Former former() {
        return new Remove.Former(null, PartitionValues.NONE, null);
    }
}
