package dev.tidemark.source.delta;

import java.io.IOException;

import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.conditionOf;
import static dev.tidemark.source.delta.HandMadeTable.created;
import static dev.tidemark.source.delta.HandMadeTable.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

/** What the source refuses of its options. */
class DeltaSourceOptionsTest {
    private static String refusal(String option, String value) throws IOException {
        SourceError.Cause told =
                failureOf(() -> created().option(option, value).source()).outermost();
        assertThat(told.className()).isEqualTo("org.apache.spark.sql.delta.DeltaIllegalArgumentException");
        return told.message();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "", "x", "1.5", " 1", "2147483648"})
    void wantsAPositiveNumberOfFiles(String value) throws IOException {
        assertThat(refusal("maxFilesPerTrigger", value))
                .isEqualTo("[DELTA_ILLEGAL_OPTION] Invalid value '" + value
                        + "' for option 'maxFilesPerTrigger', must be a positive integer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "", "1.5k", "10x", "10 g", "9223372036854775807k"})
    void wantsASize(String value) throws IOException {
        assertThat(refusal("maxBytesPerTrigger", value))
                .isEqualTo("[DELTA_ILLEGAL_OPTION] Invalid value '" + value
                        + "' for option 'maxBytesPerTrigger', must be a size configuration such as '10g'");
    }

    @ParameterizedTest
    @CsvSource({"100,100", "7b,7", "2k,2048", "2KB,2048", "3m,3145728", "1g,1073741824", "1t,1099511627776"})
    void readsSizesInSparksUnits(String value, long bytes) throws IOException {
        assertThat(created().option("maxBytesPerTrigger", value).source().defaultReadLimit())
                .isEqualTo(new ReadLimit.MaxBytes(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ignoreFileDeletion",
                "ignoreChanges",
                "ignoreDeletes",
                "skipChangeCommits",
                "failOnDataLoss",
                "readChangeFeed",
                "readChangeData"
            })
    void wantsTrueOrFalseForEverySwitch(String option) throws IOException {
        for (String value : new String[] {"", "1", "yes"}) {
            assertThat(refusal(option, value))
                    .isEqualTo("[DELTA_ILLEGAL_OPTION] Invalid value '" + value + "' for option '" + option
                            + "', must be 'true' or 'false'");
        }
        assertThat(created().option(option, "FALSE").source()).isNotNull();
    }

    @Test
    void wantsAPattern() throws IOException {
        SourceError told = failureOf(() -> created().option("excludeRegex", "(").source());

        assertThat(told.outermost().message())
                .isEqualTo("[DELTA_REGEX_OPT_SYNTAX_ERROR] Please recheck your syntax for 'excludeRegex'");
        assertThat(told.causes().get(1).className()).isEqualTo("java.util.regex.PatternSyntaxException");
    }

    @Test
    void takesNamesOfOptionsInAnyCase() throws IOException {
        HandMadeTable table = created()
                .commit(add("a"), add("b"))
                .option("MAXFILESPERTRIGGER", "1")
                .option("StartingVersion", "1");

        assertThat(table.plan()).containsExactly("1:0", "2:-1");
    }

    @Test
    void passesOverOptionsItDoesNotKnow() throws IOException {
        HandMadeTable table = created().option("endingVersion", "x").option("withEventTimeOrder", "x");

        assertThat(table.plan()).containsExactly("1:-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"versionAsOf", "timestampAsOf"})
    void refusesTimeTravelWhileTheQueryIsAnalysed(String option) throws IOException {
        HandMadeTable table = created().option(option, "0");

        assertThat(conditionOf(table::analyse)).isEqualTo("DELTA_UNSUPPORTED_TIME_TRAVEL_VIEWS");
    }

    @Test
    void looksAtFewOptionsWhileTheQueryIsAnalysed() throws IOException {
        created().option("maxFilesPerTrigger", "0").analyse();

        assertThat(conditionOf(() -> created().option("readChangeFeed", "1").analyse()))
                .isEqualTo("DELTA_ILLEGAL_OPTION");
    }

    @Test
    void wantsColumns() throws IOException {
        HandMadeTable table = HandMadeTable.of(HandMadeTable.PROTOCOL, HandMadeTable.metadata());

        assertThat(conditionOf(table::analyse)).isEqualTo("DELTA_SCHEMA_NOT_SET");
        assertThat(conditionOf(table::source)).isEqualTo("DELTA_SCHEMA_NOT_SET");
    }
}
