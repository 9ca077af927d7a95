package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.cdc;
import static dev.tidemark.source.delta.HandMadeTable.conditionOf;
import static dev.tidemark.source.delta.HandMadeTable.failureOf;
import static dev.tidemark.source.delta.HandMadeTable.info;
import static dev.tidemark.source.delta.HandMadeTable.metadata;
import static dev.tidemark.source.delta.HandMadeTable.metadataOf;
import static dev.tidemark.source.delta.HandMadeTable.rearranged;
import static dev.tidemark.source.delta.HandMadeTable.remove;
import static dev.tidemark.source.delta.HandMadeTable.withVector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A stream of the change data feed. */
class ChangeFeedTest {
    private static final String RECORDED = "{\"delta.enableChangeDataFeed\":\"true\"}";

    private static final String PROTOCOL_OF_FEEDS = "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
            + "\"readerFeatures\":[\"deletionVectors\",\"v2Checkpoint\"],"
            + "\"writerFeatures\":[\"deletionVectors\",\"changeDataFeed\",\"v2Checkpoint\"]}}";

    private static HandMadeTable feed(String... alsoInVersion0) {
        List<String> lines =
                new ArrayList<>(List.of(PROTOCOL_OF_FEEDS, metadataOf("t", RECORDED, HandMadeTable.COLUMN_A)));
        lines.addAll(List.of(alsoInVersion0));
        return HandMadeTable.of(lines.toArray(String[]::new)).option("readChangeFeed", "true");
    }

    @Test
    void readsRecordedChangesInThePlaceOfFiles() throws IOException {
        HandMadeTable table = feed(add("a")).commit(info("UPDATE"), remove("a"), cdc("x"), add("b"), cdc("y"));

        assertThat(table.batch("1:-1", "1:1")).containsExactly("1:0:_change_data/x", "1:1:_change_data/y");
    }

    @Test
    void readsAddsAndRemovesInOrderWhereNoChangesAreRecorded() throws IOException {
        HandMadeTable table = feed(add("a")).commit(remove("a"), rearranged(add("x")), add("b"));

        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:0:a", "1:1:b");
    }

    @Test
    void endsInsideACommitWithRecordedChanges() throws IOException {
        HandMadeTable table = feed(add("a")).commit(remove("a"), cdc("x"), cdc("y"));

        assertThat(table.planFrom("1:-1")).containsExactly("1:1");
        assertThat(table.planFrom("1:1")).isEmpty();
    }

    @Test
    void endsBehindACommitWithRecordedChangesWhenThereIsNoLimit() throws IOException {
        HandMadeTable table = feed(add("a")).commit(remove("a"), cdc("x")).option("startingVersion", "1");

        assertThat(table.everything()).isEqualTo("2:-1");
    }

    @Test
    void takesRecordedChangesWholeOrNotAtAll() throws IOException {
        HandMadeTable table = feed().commit(add("a"))
                .commit(remove("a"), cdc("x"), cdc("y"), cdc("z"))
                .commit(add("b"));

        assertThat(table.option("maxFilesPerTrigger", "2").planFrom("1:-1")).containsExactly("2:-1", "2:2", "4:-1");
        assertThat(table.option("maxFilesPerTrigger", "3").planFrom("1:-1")).containsExactly("2:-1", "2:2", "4:-1");
        assertThat(table.option("maxFilesPerTrigger", "4").planFrom("1:-1")).containsExactly("2:2", "4:-1");
        assertThat(table.option("maxFilesPerTrigger", "5").planFrom("1:-1")).containsExactly("4:-1");
    }

    @Test
    void takesRecordedChangesThatAreTheFirstThingOfABatchWhateverTheLimit() throws IOException {
        HandMadeTable table =
                feed(add("a")).commit(remove("a"), cdc("x"), cdc("y"), cdc("z")).option("maxFilesPerTrigger", "1");

        assertThat(table.planFrom("1:-1")).containsExactly("1:2");
    }

    @Test
    void takesACommitWithADeletionVectorWholeAndCountsItsSentinels() throws IOException {
        HandMadeTable table = feed(add("a")).commit(add("b")).commit(remove("a"), withVector(add("a")));

        assertThat(table.option("maxFilesPerTrigger", "4").planFrom("1:-1")).containsExactly("2:-1", "3:-1");
        assertThat(table.option("maxFilesPerTrigger", "5").planFrom("1:-1")).containsExactly("3:-1");
        assertThat(table.option("maxFilesPerTrigger", "1").planFrom("2:-1")).containsExactly("3:-1");
    }

    @Test
    void splitsTheHalvesOfAnOverwrite() throws IOException {
        HandMadeTable table = feed(add("a")).commit(add("b"), remove("a")).option("maxFilesPerTrigger", "1");

        assertThat(table.planFrom("1:-1")).containsExactly("1:0", "2:-1");
    }

    @Test
    void swallowsNoCommitBehindAnExactlyFilledBatch() throws IOException {
        HandMadeTable table = feed().commit(add("a"))
                .commit(info("OPTIMIZE"))
                .commit(add("b"))
                .option("maxFilesPerTrigger", "1");

        assertThat(table.planFrom("1:-1")).containsExactly("2:-1", "4:-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ignoreDeletes", "ignoreChanges", "skipChangeCommits"})
    void readsDeletesWhateverIsIgnored(String option) throws IOException {
        HandMadeTable table = feed(add("a")).commit(remove("a")).option(option, "true");

        assertThat(table.planFrom("1:-1")).containsExactly("2:-1");
        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:0:a");
    }

    @Test
    void beginsWithTheSnapshot() throws IOException {
        HandMadeTable table = feed(add("a")).commit(add("b"));

        assertThat(table.plan()).containsExactly("2:-1");
        assertThat(table.batch(null, "2:-1")).containsExactly("1:0:a", "1:1:b");
    }

    @Test
    void doesNotCountFilesThatAreExcluded() throws IOException {
        HandMadeTable table = feed().commit(add("drop-1"), add("a"), add("drop-2"), add("b"))
                .option("excludeRegex", "drop")
                .option("maxFilesPerTrigger", "2");

        assertThat(table.planFrom("1:-1")).containsExactly("2:-1");
        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:1:a", "1:3:b");
    }

    @Test
    void passesOverAMergeThatChangedNothing() throws IOException {
        String merge = "{\"commitInfo\":{\"timestamp\":1,\"operation\":\"MERGE\",\"operationMetrics\":{"
                + "\"numTargetRowsInserted\":\"%s\",\"numTargetRowsUpdated\":\"0\",\"numTargetRowsDeleted\":\"0\"}}}";
        HandMadeTable without = feed(add("a")).commit(String.format(merge, "0"), remove("a"), add("b"));
        HandMadeTable with = feed(add("a")).commit(String.format(merge, "1"), remove("a"), add("b"));

        assertThat(without.batch("1:-1", "2:-1")).isEmpty();
        assertThat(with.batch("1:-1", "2:-1")).containsExactly("1:0:a", "1:1:b");
    }

    @Test
    void failsWhenItReadsAVersionWithoutRecordedChanges() throws IOException {
        HandMadeTable table =
                feed(add("a")).commit(metadata(HandMadeTable.COLUMN_A)).commit(add("b"));

        assertThat(table.planFrom("2:-1")).containsExactly("3:-1");
        assertThat(failureOf(() -> table.batch("2:-1", "3:-1")).outermost().message())
                .startsWith("[DELTA_MISSING_CHANGE_DATA] Error getting change data for range [2 , 3]")
                .contains("recorded for version [2]");
        assertThat(table.batch("0:-1", "1:-1")).containsExactly("0:0:a");
    }

    @Test
    void saysThatItLagsBehindWhenItsFirstVersionIsGone() throws IOException {
        String metadata = metadataOf("t", RECORDED, HandMadeTable.COLUMN_A);
        HandMadeTable table = feed(add("a"))
                .commit(add("b"))
                .commit(add("c"))
                .checkpoint(2, PROTOCOL_OF_FEEDS, metadata, add("a"), add("b"), add("c"))
                .without(0);

        assertThat(conditionOf(() -> table.batch("1:-1", "2:-1")))
                .isEqualTo("DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE");
        assertThat(conditionOf(() -> table.delta("3.3.2").batch("1:-1", "2:-1")))
                .isEqualTo("DELTA_TRUNCATED_TRANSACTION_LOG");
    }

    @Test
    void namesItsOwnColumnsWhereItRefusesAnotherSchema() throws IOException {
        HandMadeTable table = HandMadeTable.created(add("a"))
                .commit(metadataOf("t", RECORDED, HandMadeTable.COLUMN_A))
                .commit(metadataOf("t", RECORDED, HandMadeTable.COLUMN_B))
                .option("readChangeFeed", "true")
                .option("startingVersion", "1");

        assertThatThrownBy(() -> table.plan())
                .hasMessageContaining("_change_type: string (nullable = true)")
                .hasMessageContaining("_commit_version: long (nullable = true)")
                .hasMessageContaining("_commit_timestamp: timestamp (nullable = true)");
    }

    @Test
    void mayBeginAtTheCommitThatTurnsRecordingOn() throws IOException {
        HandMadeTable table = HandMadeTable.created(add("a"))
                .commit(metadataOf("t", RECORDED, HandMadeTable.COLUMN_A))
                .commit(add("b"))
                .option("readChangeFeed", "true")
                .option("startingVersion", "1");

        assertThat(table.plan()).containsExactly("3:-1");
        assertThat(table.batch(null, "3:-1")).containsExactly("2:0:b");
    }

    @Test
    void takesTheOldNameOfItsOption() throws IOException {
        HandMadeTable table = HandMadeTable.created(add("a")).commit(remove("a"));

        assertThat(conditionOf(() -> table.planFrom("1:-1"))).isEqualTo("DELTA_SOURCE_IGNORE_DELETE");
        assertThat(table.option("readChangeData", "true").planFrom("1:-1")).containsExactly("2:-1");
    }
}
