package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.List;

import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceUndecidedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.conditionOf;
import static dev.tidemark.source.delta.HandMadeTable.created;
import static dev.tidemark.source.delta.HandMadeTable.failureOf;
import static dev.tidemark.source.delta.HandMadeTable.inCommitTime;
import static dev.tidemark.source.delta.HandMadeTable.metadataOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The version that the starting options name. */
class StartingPointTest {
    /** Versions 0 to 3, committed at seconds 1 to 4 of the epoch; all but the first hold one file. */
    private static HandMadeTable fourVersions() {
        return created().commit(add("a")).commit(add("b")).commit(add("c"));
    }

    /** The first file that a stream with these options reads; {@code none} when there is nothing to read yet. */
    private static String firstOf(HandMadeTable table) throws IOException {
        List<String> plan = table.plan();
        return plan.isEmpty() ? "none" : table.batch(null, plan.get(0)).get(0);
    }

    @ParameterizedTest
    @CsvSource({"0,1:0:a", "1,1:0:a", "2,2:0:b", "3,3:0:c"})
    void readsCommitsFromAVersionOn(String version, String first) throws IOException {
        HandMadeTable table = fourVersions().option("startingVersion", version);

        assertThat(firstOf(table)).isEqualTo(first);
        assertThat(table.plan()).containsExactly("4:-1");
    }

    @Test
    void findsNothingBehindTheLatestVersion() throws IOException {
        assertThat(fourVersions().option("startingVersion", "latest").plan()).isEmpty();
    }

    @Test
    void refusesAVersionThatIsNotThereYet() throws IOException {
        HandMadeTable table = fourVersions().option("startingVersion", "4");

        assertThat(failureOf(table::plan).outermost().message())
                .isEqualTo("[DELTA_VERSION_NOT_FOUND] Cannot time travel Delta table to version 4. Available versions:"
                        + " [0, 3].");
        assertThat(table.conf("changeDataFeed.timestampOutOfRange.enabled", "true")
                        .plan())
                .isEmpty();
    }

    @Test
    void hasNoConditionForAMissingVersionBeforeDelta41() throws IOException {
        HandMadeTable table = fourVersions().option("startingVersion", "4").delta("3.3.2");

        SourceError.Cause told = failureOf(table::plan).outermost();

        assertThat(told.condition()).isNull();
        assertThat(told.className()).isEqualTo("org.apache.spark.sql.delta.VersionNotFoundException");
        assertThat(told.message()).startsWith("Cannot time travel Delta table to version 4.");
        assertThat(conditionOf(table.delta("4.0.0")::plan)).endsWith("VersionNotFoundException");
        assertThat(conditionOf(table.delta("4.1.0")::plan)).isEqualTo("DELTA_VERSION_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "", "Latest", "1.0", "9223372036854775808"})
    void refusesWhatIsNoVersion(String version) throws IOException {
        assertThat(failureOf(fourVersions().option("startingVersion", version)::plan)
                        .outermost()
                        .message())
                .isEqualTo("[DELTA_ILLEGAL_OPTION] Invalid value '" + version
                        + "' for option 'startingVersion', must be greater than or equal to zero");
    }

    @Test
    void refusesAVersionAndATimeTogether() throws IOException {
        HandMadeTable table =
                fourVersions().option("startingVersion", "1").option("startingTimestamp", "1970-01-01T00:00:02Z");

        assertThat(conditionOf(table::plan)).isEqualTo("DELTA_STARTING_VERSION_AND_TIMESTAMP_BOTH_SET");
    }

    @ParameterizedTest
    @CsvSource({
        "1969-01-01T00:00:00Z,1:0:a",
        "1970-01-01T00:00:01Z,1:0:a",
        "1970-01-01T00:00:01.001Z,1:0:a",
        "1970-01-01T00:00:02Z,1:0:a",
        "1970-01-01T00:00:02.001Z,2:0:b",
        "1970-01-01T00:00:03.000999Z,2:0:b",
        "1970-01-01T00:00:04Z,3:0:c",
        "1970-01-01T01:00:04+01:00,3:0:c"
    })
    void readsFromTheFirstCommitThatIsNotEarlierThanATime(String time, String first) throws IOException {
        assertThat(firstOf(fourVersions().option("startingTimestamp", time))).isEqualTo(first);
    }

    @Test
    void printsAYearOfFiveDigitsWithoutASign() {
        HandMadeTable table = fourVersions().option("startingTimestamp", "+12026-01-01T00:00:00Z");

        assertThatThrownBy(table::plan).hasMessageContaining("timestamp (12026-01-01 00:00:00.0) is after");
    }

    @Test
    void refusesATimeBehindTheLatestCommit() throws IOException {
        HandMadeTable table = fourVersions().option("startingTimestamp", "1970-01-01T00:00:04.001Z");

        assertThat(conditionOf(table::plan)).isEqualTo("DELTA_TIMESTAMP_GREATER_THAN_COMMIT");
        assertThat(table.conf("changeDataFeed.timestampOutOfRange.enabled", "true")
                        .plan())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "3", "1970-13-01", "1970-01-01T25:00:00Z"})
    void refusesWhatIsNoTime(String time) throws IOException {
        HandMadeTable table = fourVersions().zone("UTC").option("startingTimestamp", time);

        assertThat(conditionOf(table::plan)).isEqualTo("DELTA_TIMESTAMP_INVALID");
    }

    @ParameterizedTest
    @CsvSource({
        "UTC,1970-01-01 00:00:03",
        "Europe/Berlin,1970-01-01 01:00:03",
        "PST,1969-12-31 16:00:03",
        "+1:00,1970-01-01 01:00:03"
    })
    void readsATimeWithoutAZoneInTheSessions(String zone, String time) throws IOException {
        assertThat(firstOf(fourVersions().zone(zone).option("startingTimestamp", time)))
                .isEqualTo("2:0:b");
    }

    @Test
    void doesNotGuessAZone() {
        HandMadeTable table = fourVersions().option("startingTimestamp", "1970-01-01 00:00:03");

        assertThatThrownBy(table::plan)
                .isInstanceOf(SourceUndecidedException.class)
                .hasMessageContaining("spark.sql.session.timeZone");
    }

    @Test
    void takesEachCommitForLaterThanTheOneBefore() throws IOException {
        HandMadeTable table = created()
                .commitAt(9000, add("a"))
                .commitAt(2000, add("b"))
                .commitAt(9001, add("c"))
                .commitAt(9500, add("d"));

        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:09Z")))
                .isEqualTo("1:0:a");
        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:09.001Z")))
                .isEqualTo("2:0:b");
        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:09.002Z")))
                .isEqualTo("3:0:c");
        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:09.003Z")))
                .isEqualTo("4:0:d");
    }

    @Test
    void goesByInCommitTimesWhereTheTableHasThem() throws IOException {
        HandMadeTable table = HandMadeTable.of(
                        inCommitTime(10_000),
                        HandMadeTable.PROTOCOL,
                        metadataOf("t", "{\"delta.enableInCommitTimestamps\":\"true\"}", HandMadeTable.COLUMN_A))
                .commit(inCommitTime(20_000), add("a"))
                .commit(inCommitTime(30_000), add("b"));

        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:20Z")))
                .isEqualTo("1:0:a");
        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:20.001Z")))
                .isEqualTo("2:0:b");
        assertThat(conditionOf(table.option("startingTimestamp", "1970-01-01T00:00:31Z")::plan))
                .isEqualTo("DELTA_TIMESTAMP_GREATER_THAN_COMMIT");
    }

    @Test
    void goesByFileTimesBeforeInCommitTimesWereTurnedOn() throws IOException {
        String enabled = "{\"delta.enableInCommitTimestamps\":\"true\","
                + "\"delta.inCommitTimestampEnablementVersion\":\"2\","
                + "\"delta.inCommitTimestampEnablementTimestamp\":\"50000\"}";
        HandMadeTable table = created()
                .commitAt(2000, add("a"))
                .commitAt(99_000, inCommitTime(50_000), metadataOf("t", enabled, HandMadeTable.COLUMN_A), add("b"))
                .commitAt(99_000, inCommitTime(60_000), add("c"));

        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:02Z")))
                .isEqualTo("1:0:a");
        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:03Z")))
                .isEqualTo("2:0:b");
        assertThat(firstOf(table.option("startingTimestamp", "1970-01-01T00:00:51Z")))
                .isEqualTo("3:0:c");
    }

    @Test
    void beginsAFirstBatchThatIsReplayedWithTheOptionsOfTheDay() throws IOException {
        HandMadeTable table = fourVersions();

        assertThat(table.option("startingVersion", "1").batch(null, "3:-1")).containsExactly("1:0:a", "2:0:b");
        assertThat(table.option("startingVersion", "2").batch(null, "3:-1")).containsExactly("2:0:b");
    }

    @Test
    void asksTheStartingOptionsNoMoreOnceThereIsAnOffset() throws IOException {
        HandMadeTable table = fourVersions().option("startingVersion", "77");

        assertThat(table.planFrom("2:-1")).containsExactly("4:-1");
    }
}
