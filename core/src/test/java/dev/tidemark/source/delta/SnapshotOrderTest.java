package dev.tidemark.source.delta;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.FileDetail;
import dev.tidemark.delta.action.PartitionValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SnapshotOrderTest {
    private static Add add(String path, long modifiedAtMs) {
        return new Add(path, PartitionValues.NONE, 1, modifiedAtMs, true, null, FileDetail.NONE);
    }

    private static List<String> places(List<Add> files) {
        return files.stream()
                .map(file -> file.modificationTimeMs() + " " + file.path())
                .toList();
    }

    @ParameterizedTest(name = "times below {0}")
    @ValueSource(longs = {1, 3, 1_000, 1_760_000_000_000L, Long.MAX_VALUE})
    void sortsByTimeAndThenByPath(long bound) {
        SplittableRandom random = new SplittableRandom(8_161);
        List<Add> files = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            files.add(add("part-" + random.nextInt(500) + ".parquet", random.nextLong(bound)));
        }
        List<Add> expected = new ArrayList<>(files);
        expected.sort(Comparator.comparingLong(Add::modificationTimeMs).thenComparing(Add::path));

        assertThat(places(SnapshotOrder.sorted(files))).isEqualTo(places(expected));
    }

    @Test
    void sortsTimesFromOneEndOfALongToTheOther() {
        List<Add> files = List.of(add("c", Long.MAX_VALUE), add("b", 0), add("a", Long.MIN_VALUE), add("d", -1));

        assertThat(SnapshotOrder.sorted(files)).extracting(Add::path).containsExactly("a", "d", "b", "c");
    }

    @Test
    void sortsPathsByCodePoint() {
        List<Add> files = List.of(add("\uD83D\uDE00", 1), add("\uFF5E", 1), add("a", 1));

        assertThat(SnapshotOrder.sorted(files)).extracting(Add::path).containsExactly("a", "\uFF5E", "\uD83D\uDE00");
    }

    @Test
    void leavesNoneAndOneAsTheyAre() {
        assertThat(SnapshotOrder.sorted(List.of())).isEmpty();
        assertThat(SnapshotOrder.sorted(List.of(add("a", 5)))).hasSize(1);
    }

    @Test
    void handsOutTheItemsBehindAPlace() throws Exception {
        InitialSnapshot snapshot = new InitialSnapshot(7, List.of(add("a", 1), add("b", 2)));

        assertThat(indexes(snapshot.behind(DeltaOffset.BASE - 1)))
                .containsExactly(DeltaOffset.BASE, 0L, 1L, DeltaOffset.END);
        assertThat(indexes(snapshot.behind(DeltaOffset.BASE))).containsExactly(0L, 1L, DeltaOffset.END);
        assertThat(indexes(snapshot.behind(DeltaOffset.METADATA_CHANGE))).containsExactly(0L, 1L, DeltaOffset.END);
        assertThat(indexes(snapshot.behind(0))).containsExactly(1L, DeltaOffset.END);
        assertThat(indexes(snapshot.behind(1))).containsExactly(DeltaOffset.END);
        assertThat(indexes(snapshot.behind(9_000_000_000L))).containsExactly(DeltaOffset.END);
    }

    private static List<Long> indexes(FileStream items) throws Exception {
        List<Long> indexes = new ArrayList<>();
        for (IndexedFile item = items.next(); item != null; item = items.next()) {
            indexes.add(item.index());
        }
        return indexes;
    }
}
