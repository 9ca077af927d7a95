package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.List;

import dev.tidemark.source.SourceError;
import dev.tidemark.source.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.conditionOf;
import static dev.tidemark.source.delta.HandMadeTable.created;
import static dev.tidemark.source.delta.HandMadeTable.failureOf;
import static dev.tidemark.source.delta.HandMadeTable.info;
import static dev.tidemark.source.delta.HandMadeTable.json;
import static dev.tidemark.source.delta.HandMadeTable.remove;
import static org.assertj.core.api.Assertions.assertThat;

/** The initial snapshot, restarts, and commits that are gone. */
class DeltaSnapshotTest {
    @Test
    void readsASnapshotOldestFirstThenByTheBytesOfThePaths() throws IOException {
        HandMadeTable table = created(add("old", 1, 9))
                .commit(add("b", 1, 5), add("a_1", 1, 5), add("a.", 1, 5), add("a-1", 1, 5), add("a%20b", 1, 5))
                .commit(add("B", 1, 5), add("%C3%A9", 1, 5), add("sub/a", 1, 5), add("past", 1, -1));

        assertThat(table.batch(null, "3:-1"))
                .containsExactly(
                        "2:0:past",
                        "2:1:%C3%A9",
                        "2:2:B",
                        "2:3:a%20b",
                        "2:4:a-1",
                        "2:5:a.",
                        "2:6:a_1",
                        "2:7:b",
                        "2:8:sub/a",
                        "2:9:old");
    }

    @Test
    void ordersPathsByBytesAndNotByCharacters() throws IOException {
        String beyondTheBasicPlane = "\uD83D\uDE00";
        String lastOfTheBasicPlane = "\uFFFD";
        HandMadeTable table = created(add(beyondTheBasicPlane), add(lastOfTheBasicPlane));

        assertThat(table.batch(null, "1:-1"))
                .containsExactly("0:0:" + lastOfTheBasicPlane, "0:1:" + beyondTheBasicPlane);
    }

    @Test
    void marksOffsetsAsLongAsTheyLieInsideTheSnapshot() throws IOException {
        HandMadeTable table = created(add("a"), add("b")).commit(add("c")).option("maxFilesPerTrigger", "1");

        assertThat(table.plan()).containsExactly("1:0!", "1:1!", "2:-1");
    }

    @Test
    void finishesTheSnapshotOfATableWithoutFiles() throws IOException {
        assertThat(created().plan()).containsExactly("1:-1");
    }

    @Test
    void swallowsCommitsWithoutDataBehindTheSnapshot() throws IOException {
        HandMadeTable before = created(add("a"));
        String end = before.plan().get(0);
        HandMadeTable after = before.commit(info("OPTIMIZE")).commit(add("b"));

        assertThat(end).isEqualTo("1:-1");
        assertThat(after.planFrom("0:0!")).containsExactly("3:-1");
        assertThat(after.option("maxFilesPerTrigger", "1").planFrom("0:-1!")).containsExactly("2:-1", "3:-1");
    }

    @Test
    void goesOnInsideTheOldSnapshotWhenTheTableHasMovedOn() throws IOException {
        HandMadeTable table = created(add("a", 1, 1), add("b", 1, 2), add("c", 1, 3))
                .commit(add("d", 1, 0))
                .option("maxFilesPerTrigger", "2");

        assertThat(table.planFrom("0:0!")).containsExactly("1:-1", "2:-1");
        assertThat(table.batch("0:0!", "1:-1")).containsExactly("0:1:b", "0:2:c");
        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:0:d");
    }

    @Test
    void goesOnInsideAVersion() throws IOException {
        HandMadeTable table = created().commit(add("a"), add("b"), add("c")).commit(add("d"));

        assertThat(table.planFrom("1:0")).containsExactly("3:-1");
        assertThat(table.batch("1:0", "2:-1")).containsExactly("1:1:b", "1:2:c");
        assertThat(table.batch("1:0", "2:0")).containsExactly("1:1:b", "1:2:c", "2:0:d");
    }

    @Test
    void movesPastAnIndexBehindTheFilesOfAVersion() throws IOException {
        HandMadeTable table = created().commit(add("a")).commit(add("b"));

        assertThat(table.planFrom("1:7")).containsExactly("3:-1");
        assertThat(table.batch("1:7", "3:-1")).containsExactly("2:0:b");
    }

    @Test
    void stallsAtAVersionThatIsNotThereYet() throws IOException {
        assertThat(created(add("a")).planFrom("9:-1")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1:-1", "2:0", "3:-1"})
    void readsNothingBetweenAPlaceAndItself(String place) throws IOException {
        assertThat(created().commit(add("a")).commit(add("b")).batch(place, place))
                .isEmpty();
    }

    @Test
    void buildsTheSnapshotOfAFirstBatchFromWhereItEnded() throws IOException {
        HandMadeTable table = created(add("a", 1, 1), add("b", 1, 2)).commit(add("c", 1, 3));

        assertThat(table.batch(null, "0:0!")).containsExactly("0:0:a");
        assertThat(table.batch(null, "1:-1")).containsExactly("0:0:a", "0:1:b");
        assertThat(table.batch(null, "2:-1")).containsExactly("1:0:a", "1:1:b", "1:2:c");
    }

    @Test
    void assertsThatAFirstBatchHasAVersionBeforeItsEnd() throws IOException {
        assertThat(failureOf(() -> created(add("a")).batch(null, "0:-1"))
                        .outermost()
                        .message())
                .startsWith("assertion failed: invalid reservoirVersion in endOffset");
    }

    @Test
    void cannotGoOnInsideASnapshotThatIsGone() throws IOException {
        HandMadeTable table =
                created(add("a"), add("b")).commit(add("c")).commit(add("d")).without(0);

        assertThat(conditionOf(() -> table.source())).isEqualTo("DELTA_TRUNCATED_TRANSACTION_LOG");
    }

    @Test
    void missesACommitInTheMiddle() throws IOException {
        HandMadeTable table = withCheckpointAt4().without(2);

        SourceError.Cause told = failureOf(() -> table.planFrom("1:-1")).outermost();

        assertThat(told.condition()).isEqualTo("DELTA_MISSING_FILES_UNEXPECTED_VERSION");
        assertThat(told.message())
                .contains("expecting process data from version 2,")
                .contains("the earliest available version in the _delta_log directory is 3.");
    }

    @Test
    void missesTheCommitItIsToBeginWith() throws IOException {
        HandMadeTable table = withCheckpointAt4().without(0).without(1).without(2);

        assertThat(failureOf(() -> table.planFrom("1:0")).outermost().message())
                .contains("expecting process data from version 1,")
                .contains("the earliest available version in the _delta_log directory is 3.");
        assertThat(conditionOf(() -> table.batch("1:0", "3:-1"))).isEqualTo("DELTA_MISSING_FILES_UNEXPECTED_VERSION");
    }

    @Test
    void jumpsOverMissingCommitsWhenDataMayBeLost() throws IOException {
        HandMadeTable table = withCheckpointAt4().without(2).option("failOnDataLoss", "false");

        assertThat(table.option("maxFilesPerTrigger", "1").planFrom("1:-1")).containsExactly("3:-1", "4:-1", "5:-1");
        assertThat(table.batch("1:-1", "5:-1")).containsExactly("1:0:b", "3:0:d", "4:0:e");
    }

    @Test
    void needsTheSnapshotOfAFirstBatchEvenWhenDataMayBeLost() throws IOException {
        HandMadeTable table = withCheckpointAt4().without(0).without(1).option("failOnDataLoss", "false");

        SourceError told = failureOf(() -> table.batch(null, "2:-1"));

        assertThat(told.outermost().condition()).isEqualTo("DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE");
        assertThat(told.causes()).hasSize(2);
        assertThat(conditionOf(() -> table.planFrom("1:0!")))
                .isEqualTo("DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE");
    }

    /** Versions 0 to 4 of one file each, {@code a} to {@code e}, with a checkpoint of the last. */
    private static HandMadeTable withCheckpointAt4() {
        String protocol = "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                + "\"readerFeatures\":[\"v2Checkpoint\"],\"writerFeatures\":[\"v2Checkpoint\"]}}";
        String metadata = HandMadeTable.metadata(HandMadeTable.COLUMN_A);
        return HandMadeTable.of(protocol, metadata, add("a"))
                .commit(add("b"))
                .commit(add("c"))
                .commit(add("d"))
                .commit(add("e"))
                .checkpoint(4, protocol, metadata, add("a"), add("b"), add("c"), add("d"), add("e"));
    }

    @Test
    void refusesAnUpdateBehindASnapshotEvenThoughTheSnapshotIsReadable() throws IOException {
        HandMadeTable table =
                created(add("a"), add("b")).commit(remove("a"), add("c")).option("maxFilesPerTrigger", "1");

        assertThat(table.batch("0:0!", "1:-1")).containsExactly("0:1:b");
        assertThat(conditionOf(() -> table.planFrom("0:0!"))).isEqualTo("DELTA_SOURCE_TABLE_IGNORE_CHANGES");
    }

    @Test
    void doesNotLookAtTheVersionWhoseBaseABatchEndsAt() throws IOException {
        HandMadeTable table = created().commit(add("a")).commit(remove("a"), add("b"));

        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:0:a");
        assertThat(conditionOf(() -> table.batch("1:-1", "2:0"))).isEqualTo("DELTA_SOURCE_TABLE_IGNORE_CHANGES");
    }

    @Test
    void staysBehindTheFrozenEndOfAnAvailableNowRun() throws IOException {
        HandMadeTable table = created().commit(add("a")).commit(add("b"));
        StreamSource source = table.source();
        source.prepareForAvailableNow();
        source.latestOffset(json("1:-1"), source.defaultReadLimit());

        assertThat(source.latestOffset(json("9:-1"), source.defaultReadLimit())).isEqualTo(json("9:-1"));
    }

    @Test
    void readsAllBatchesOfAPlanOnceEach() throws IOException {
        HandMadeTable table =
                created(add("a"), add("b"), add("c")).commit(info("OPTIMIZE")).option("maxFilesPerTrigger", "2");

        assertThat(table.batches()).containsExactly(List.of("1:0:a", "1:1:b"), List.of("1:2:c"));
    }
}
