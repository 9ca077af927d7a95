package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.List;

import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.created;
import static dev.tidemark.source.delta.HandMadeTable.info;
import static dev.tidemark.source.delta.HandMadeTable.metadataOf;
import static dev.tidemark.source.delta.HandMadeTable.place;
import static dev.tidemark.source.delta.HandMadeTable.rearranged;
import static dev.tidemark.source.delta.HandMadeTable.remove;
import static org.assertj.core.api.Assertions.assertThat;

/** How much a batch takes, and which commits it swallows. */
class DeltaAdmissionTest {
    /** Two commits of three files, 10, 20 and 30 bytes each, read commit by commit. */
    private static HandMadeTable twoOfThree() {
        return created()
                .commit(add("a", 10), add("b", 20), add("c", 30))
                .commit(add("d", 10), add("e", 20), add("f", 30))
                .option("startingVersion", "1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|1:0 1:1 2:-1 2:0 2:1 3:-1",
                "2|1:1 2:0 3:-1",
                "3|2:-1 3:-1",
                "4|2:0 3:-1",
                "5|2:1 3:-1",
                "6|3:-1",
                "7|3:-1"
            })
    void takesExactlySoManyFilesAcrossCommits(String files, String ends) throws IOException {
        assertThat(twoOfThree().option("maxFilesPerTrigger", files).plan()).containsExactly(ends.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|1:0 1:1 2:-1 2:0 2:1 3:-1",
                "10|1:0 1:1 2:-1 2:0 2:1 3:-1",
                "11|1:1 2:-1 2:1 3:-1",
                "30|1:1 2:-1 2:1 3:-1",
                "31|2:-1 3:-1",
                "60|2:-1 3:-1",
                "61|2:0 3:-1",
                "90|2:1 3:-1",
                "91|3:-1",
                "1k|3:-1"
            })
    void takesFilesWhileAnyByteIsLeft(String bytes, String ends) throws IOException {
        assertThat(twoOfThree().option("maxBytesPerTrigger", bytes).plan()).containsExactly(ends.split(" "));
    }

    @Test
    void takesOneFileThatIsLargerThanAllLimits() throws IOException {
        HandMadeTable table = created().commit(add("a", 1_000_000), add("b", 1)).option("maxBytesPerTrigger", "1");

        assertThat(table.plan()).containsExactly("1:0!", "2:-1");
    }

    @Test
    void stopsAtTheFirstOfBothLimits() throws IOException {
        HandMadeTable files = twoOfThree().option("maxFilesPerTrigger", "2").option("maxBytesPerTrigger", "1g");
        HandMadeTable bytes = twoOfThree().option("maxFilesPerTrigger", "100").option("maxBytesPerTrigger", "31");

        assertThat(files.plan()).containsExactly("1:1", "2:0", "3:-1");
        assertThat(bytes.plan()).containsExactly("2:-1", "3:-1");
        assertThat(files.source().defaultReadLimit()).isEqualTo(new ReadLimit.Both(2, 1L << 30));
    }

    @Test
    void takesAThousandFilesWhenNothingIsSaid() throws IOException {
        assertThat(created().source().defaultReadLimit()).isEqualTo(new ReadLimit.MaxFiles(1000));
        assertThat(created().option("maxBytesPerTrigger", "100").source().defaultReadLimit())
                .isEqualTo(new ReadLimit.MaxBytes(100));
    }

    @Test
    void knowsNoLimitWhenAllIsAskedFor() throws IOException {
        assertThat(twoOfThree().option("maxFilesPerTrigger", "1").everything()).isEqualTo("3:-1");
    }

    @Test
    void swallowsCommitsWithoutDataBehindTheLastFile() throws IOException {
        HandMadeTable table = created(add("a"), add("b"), add("c"))
                .commit(info("OPTIMIZE"))
                .commit(add("d"), add("e"))
                .commit(metadataOf("t", "{\"my.property\":\"1\"}", HandMadeTable.COLUMN_A))
                .commit(rearranged(add("f")), rearranged(remove("a")))
                .option("startingVersion", "0")
                .option("maxFilesPerTrigger", "1");

        assertThat(table.plan()).containsExactly("0:0", "0:1", "2:-1", "2:0", "5:-1");
        assertThat(table.batches()).extracting(List::size).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void makesABatchOfCommitsWithoutDataWhenThereIsNothingElse() throws IOException {
        HandMadeTable table = created().commit(info("OPTIMIZE")).commit(info("OPTIMIZE"));

        assertThat(table.planFrom("1:-1")).containsExactly("3:-1");
        assertThat(table.batch("1:-1", "3:-1")).isEmpty();
    }

    @Test
    void givesFilesOfARearrangementNoIndex() throws IOException {
        HandMadeTable table = created()
                .commit(rearranged(add("x")), add("a"), rearranged(add("y")), add("b"))
                .option("startingVersion", "1");

        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:0:a", "1:1:b");
    }

    @Test
    void readsAFileAddedTwiceInACommitTwiceAndInASnapshotOnce() throws IOException {
        HandMadeTable table = created().commit(add("a"), add("a"));

        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:0:a", "1:1:a");
        assertThat(table.batch(null, "2:-1")).containsExactly("1:0:a");
    }

    @Test
    void opensTheCommitBehindAnExactlyFilledBatch() throws IOException {
        HandMadeTable table =
                created().commit(add("a"), add("b")).commit(remove("a")).option("startingVersion", "1");

        assertThat(HandMadeTable.conditionOf(
                        () -> table.option("maxFilesPerTrigger", "2").plan()))
                .isEqualTo("DELTA_SOURCE_IGNORE_DELETE");

        StreamSource source = table.option("maxFilesPerTrigger", "1").source();
        String first = source.latestOffset(null, new ReadLimit.MaxFiles(1));
        assertThat(first).isNotNull();
        assertThat(place(first)).isEqualTo("1:0");
        assertThat(HandMadeTable.conditionOf(() -> source.latestOffset(first, new ReadLimit.MaxFiles(1))))
                .isEqualTo("DELTA_SOURCE_IGNORE_DELETE");
    }

    @Test
    void doesNotOpenTheCommitBehindAFileThatWasNotAdmitted() throws IOException {
        HandMadeTable table =
                created().commit(add("a"), add("b")).commit(remove("a")).option("startingVersion", "1");

        String end = table.source().latestOffset(null, new ReadLimit.MaxFiles(1));

        assertThat(end).isNotNull();
        assertThat(table.batch("1:-1", place(end))).containsExactly("1:0:a");
    }

    @Test
    void checksAllThereIsBeforeAnAvailableNowRun() throws IOException {
        HandMadeTable table = created()
                .commit(add("a"), add("b"))
                .commit(add("c"))
                .commit(remove("a"))
                .option("startingVersion", "1");
        StreamSource source = table.source();
        source.prepareForAvailableNow();

        assertThat(HandMadeTable.conditionOf(() -> source.latestOffset(null, new ReadLimit.MaxFiles(1))))
                .isEqualTo("DELTA_SOURCE_IGNORE_DELETE");
    }

    @Test
    void keepsTheLimitsOfAnAvailableNowRunUpToItsFrozenEnd() throws IOException {
        StreamSource source = twoOfThree().source();
        source.prepareForAvailableNow();

        String first = source.latestOffset(null, new ReadLimit.MaxFiles(4));
        String second = source.latestOffset(first, new ReadLimit.MaxFiles(4));

        assertThat(first).isEqualTo(HandMadeTable.json("2:0"));
        assertThat(second).isEqualTo(HandMadeTable.json("3:-1"));
        assertThat(source.latestOffset(second, new ReadLimit.MaxFiles(4))).isEqualTo(second);
    }

    @Test
    void countsExcludedFilesAndDoesNotReadThem() throws IOException {
        HandMadeTable table = created()
                .commit(add("keep-1"), add("drop-1"), add("keep-2"), add("drop%202"))
                .option("startingVersion", "1")
                .option("maxFilesPerTrigger", "2")
                .option("excludeRegex", "drop(-|%20)");

        assertThat(table.plan()).containsExactly("1:1", "2:-1");
        assertThat(table.batches()).containsExactly(List.of("1:0:keep-1"), List.of("1:2:keep-2"));
    }
}
