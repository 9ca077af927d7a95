package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.List;

import dev.tidemark.source.SourceError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.conditionOf;
import static dev.tidemark.source.delta.HandMadeTable.created;
import static dev.tidemark.source.delta.HandMadeTable.failureOf;
import static dev.tidemark.source.delta.HandMadeTable.info;
import static dev.tidemark.source.delta.HandMadeTable.metadata;
import static dev.tidemark.source.delta.HandMadeTable.metadataOf;
import static dev.tidemark.source.delta.HandMadeTable.protocol;
import static dev.tidemark.source.delta.HandMadeTable.rearranged;
import static dev.tidemark.source.delta.HandMadeTable.remove;
import static dev.tidemark.source.delta.HandMadeTable.withVector;
import static org.assertj.core.api.Assertions.assertThat;

/** Which commits the source refuses, skips or reads. */
class DeltaChangesTest {
    private static final String DELETE = "DELTA_SOURCE_IGNORE_DELETE";
    private static final String CHANGE = "DELTA_SOURCE_TABLE_IGNORE_CHANGES";

    /** What becomes of the third commit of a table: its files, or the condition. */
    private static String outcome(String option, String... commit) throws IOException {
        HandMadeTable table = created().commit(add("a"), add("b")).commit(commit);
        if (!option.isEmpty()) {
            table.option(option, "true");
        }
        try {
            return String.join(" ", table.batch("2:-1", "3:-1"));
        } catch (dev.tidemark.source.SourceFailureException refused) {
            return refused.error().outermost().condition();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',2:0:c",
        "ignoreDeletes,2:0:c",
        "ignoreChanges,2:0:c",
        "ignoreFileDeletion,2:0:c",
        "skipChangeCommits,2:0:c"
    })
    void readsInsertsWhateverIsIgnored(String option, String outcome) throws IOException {
        assertThat(outcome(option, info("WRITE"), add("c"))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"''," + DELETE, "ignoreDeletes,''", "ignoreChanges,''", "ignoreFileDeletion,''", "skipChangeCommits,''"
    })
    void readsNothingOfADeleteThatMayBeIgnored(String option, String outcome) throws IOException {
        assertThat(outcome(option, info("DELETE"), remove("a"))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "''," + CHANGE,
        "ignoreDeletes," + CHANGE,
        "ignoreChanges,2:0:c",
        "ignoreFileDeletion,2:0:c",
        "skipChangeCommits,''"
    })
    void readsRewrittenFilesAgainUnlessWholeCommitsAreSkipped(String option, String outcome) throws IOException {
        assertThat(outcome(option, info("UPDATE"), remove("a"), add("c"))).isEqualTo(outcome);
        assertThat(outcome(option, add("c"), info("UPDATE"), remove("a"))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"''", "ignoreDeletes", "ignoreChanges", "ignoreFileDeletion", "skipChangeCommits"})
    void readsNothingOfARearrangement(String option) throws IOException {
        assertThat(outcome(option, info("OPTIMIZE"), rearranged(remove("a")), rearranged(add("c"))))
                .isEmpty();
    }

    @Test
    void takesADeleteByVectorForAChange() throws IOException {
        HandMadeTable vectors = HandMadeTable.of(
                        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                                + "\"readerFeatures\":[\"deletionVectors\"],\"writerFeatures\":[\"deletionVectors\"]}}",
                        metadata(HandMadeTable.COLUMN_A),
                        add("a"))
                .commit(remove("a"), withVector(add("a")));

        assertThat(conditionOf(() -> vectors.option("ignoreDeletes", "true").batch("1:-1", "2:-1")))
                .isEqualTo(CHANGE);
        assertThat(vectors.option("ignoreChanges", "true").batch("1:-1", "2:-1"))
                .containsExactly("1:0:a");
    }

    @Test
    void skipsWholeCommitsEvenWhenChangesAreIgnoredToo() throws IOException {
        HandMadeTable table = created()
                .commit(remove("a"), add("c"))
                .commit(add("d"))
                .option("ignoreChanges", "true")
                .option("skipChangeCommits", "true")
                .option("maxFilesPerTrigger", "1");

        assertThat(table.planFrom("1:-1")).containsExactly("3:-1");
        assertThat(table.batch("1:-1", "3:-1")).containsExactly("2:0:d");
    }

    @Test
    void namesTheRemovedFileOfADelete() throws IOException {
        HandMadeTable table =
                created().commit(info("DELETE"), rearranged(remove("no-data")), remove("first"), remove("second"));

        SourceError.Cause told = failureOf(() -> table.batch("1:-1", "2:-1")).outermost();

        assertThat(told.className()).isEqualTo("org.apache.spark.sql.delta.DeltaUnsupportedOperationException");
        assertThat(told.sqlState()).isEqualTo("0A000");
        assertThat(told.message())
                .startsWith("[DELTA_SOURCE_IGNORE_DELETE] Detected deleted data (for example first) from streaming"
                        + " source at version 1.")
                .contains("set the option 'ignoreDeletes' to 'true'")
                .contains("file:/lake/t");
    }

    @Test
    void namesTheOperationOfAChangeAndElseItsFirstRemovedFile() throws IOException {
        HandMadeTable told = created().commit(info("UPDATE"), remove("a"), add("b"));
        HandMadeTable untold = created().commit(remove("a"), add("b"));

        assertThat(failureOf(() -> told.batch("1:-1", "2:-1")).outermost().message())
                .contains("(for example UPDATE (Map(predicate -> \"[]\"))) in the source table at version 1");
        assertThat(failureOf(() -> untold.batch("1:-1", "2:-1")).outermost().message())
                .contains("(for example a) in the source table at version 1");
    }

    @Test
    void checksACommitAgainWithTheOptionsOfTheDay() throws IOException {
        HandMadeTable table = created().commit(add("a")).commit(remove("a"));

        assertThat(table.option("ignoreDeletes", "true").planFrom("1:-1")).containsExactly("3:-1");
        assertThat(conditionOf(() -> table.option("ignoreDeletes", "false").batch("1:-1", "3:-1")))
                .isEqualTo(DELETE);
    }

    @Test
    void assertsOneMetadataAndOneProtocolACommit() throws IOException {
        String metadata = metadata(HandMadeTable.COLUMN_A);
        HandMadeTable twoMetadata = created().commit(metadata, metadata);
        HandMadeTable twoProtocols = created().commit(protocol(1, 2), protocol(1, 2));

        assertThat(failureOf(() -> twoMetadata.planFrom("1:-1")).outermost().message())
                .isEqualTo("assertion failed: Should not encounter two metadata actions in the same commit");
        assertThat(failureOf(() -> twoProtocols.planFrom("1:-1")).outermost().message())
                .isEqualTo("assertion failed: Should not encounter two protocol actions in the same commit");
    }

    @Test
    void readsThroughAColumnThatWasAddedInHistory() throws IOException {
        HandMadeTable grown = created()
                .commit(add("a"))
                .commit(metadata(HandMadeTable.COLUMN_A, HandMadeTable.COLUMN_B))
                .commit(add("b"))
                .option("startingVersion", "0");

        assertThat(grown.plan()).containsExactly("4:-1");
    }

    @Test
    void failsOnAColumnThatWasTakenAwayInHistory() throws IOException {
        HandMadeTable shrunk = HandMadeTable.of(
                        HandMadeTable.PROTOCOL, metadata(HandMadeTable.COLUMN_A, HandMadeTable.COLUMN_B), add("a"))
                .commit(metadata(HandMadeTable.COLUMN_A))
                .commit(add("b"));

        assertThat(conditionOf(() -> shrunk.planFrom("0:-1"))).isEqualTo("DELTA_SCHEMA_CHANGED_WITH_VERSION");
        assertThat(shrunk.planFrom("2:-1")).containsExactly("3:-1");
    }

    @Test
    void failsOnAChangedTypeInHistory() throws IOException {
        HandMadeTable table = created()
                .commit(metadata(HandMadeTable.column("a", "string")))
                .commit(add("b"))
                .option("startingVersion", "0");

        SourceError.Cause told = failureOf(() -> table.plan()).outermost();

        assertThat(told.condition()).isEqualTo("DELTA_SCHEMA_CHANGED_WITH_STARTING_OPTIONS");
        assertThat(told.message()).contains("Detected schema change in version 0");
    }

    @Test
    void failsOnAnotherTableIdInHistorySinceDelta4() throws IOException {
        HandMadeTable table = HandMadeTable.of(
                        HandMadeTable.PROTOCOL, metadataOf("before", "{}", HandMadeTable.COLUMN_A), add("a"))
                .commit(metadataOf("t", "{}", HandMadeTable.COLUMN_A))
                .option("startingVersion", "0");

        assertThat(conditionOf(() -> table.delta("4.0.0").plan()))
                .isEqualTo("DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE");
        assertThat(table.delta("3.3.2").plan()).isEqualTo(List.of("2:-1"));
    }

    @Test
    void readsABatchWithoutItsLastCommitsBeforeDelta44() throws IOException {
        HandMadeTable table = created(add("a")).commit(add("b"));

        assertThat(table.delta("4.2.0").batch("1:-1", "3:-1")).containsExactly("1:0:b");
        assertThat(conditionOf(() -> table.delta("4.4.0").batch("1:-1", "3:-1")))
                .isEqualTo("DELTA_STREAMING_TRAILING_COMMIT_MISSING");
        assertThat(failureOf(() -> table.batch("1:-1", "2:0")).outermost().message())
                .contains("commits up to version 2 but files after version 1 are missing");
        assertThat(table.batch("1:-1", "2:-1")).containsExactly("1:0:b");
        assertThat(table.conf("streaming.trailingCommitValidation.enabled", "false")
                        .batch("1:-1", "3:-1"))
                .containsExactly("1:0:b");
    }
}
