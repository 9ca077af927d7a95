package dev.tidemark.source.delta;

import java.io.IOException;

import dev.tidemark.source.SourceError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.source.delta.HandMadeTable.conditionOf;
import static dev.tidemark.source.delta.HandMadeTable.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Offsets as Delta parses and writes them. */
class DeltaOffsetTest {
    private static final String WHOLE =
            "{\"sourceVersion\":1,\"reservoirId\":\"t\",\"reservoirVersion\":3,\"index\":4,\"isStartingVersion\":true}";

    private static String of(Object sourceVersion, Object index) {
        return "{\"sourceVersion\":" + sourceVersion + ",\"reservoirId\":\"t\",\"reservoirVersion\":3,\"index\":"
                + index + ",\"isStartingVersion\":false}";
    }

    @Test
    void readsEveryFieldAndWritesThemInDeltasOrder() {
        DeltaOffset offset = DeltaOffset.parse(WHOLE);

        assertThat(offset).isEqualTo(new DeltaOffset("t", 3, 4, true));
        assertThat(offset.json()).isEqualTo(WHOLE);
    }

    @ParameterizedTest
    @CsvSource({"1,-1", "1,-100", "3,-100", "'\"1\"',-1"})
    void knowsAllSpellingsOfTheBaseOfAVersionAndWritesTheOldest(String sourceVersion, long index) {
        DeltaOffset offset = DeltaOffset.parse(of(sourceVersion, index));

        assertThat(offset.index()).isEqualTo(DeltaOffset.BASE);
        assertThat(offset.json()).isEqualTo(of(1, -1));
    }

    @ParameterizedTest
    @ValueSource(longs = {-20, -19})
    void writesBarriersWithTheirOwnSourceVersion(long index) {
        assertThat(DeltaOffset.parse(of(3, index)).json()).isEqualTo(of(3, index));
        assertThat(DeltaOffset.parse(of(1, index)).json()).isEqualTo(of(3, index));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|DELTA_INVALID_SOURCE_VERSION",
                "-1|DELTA_INVALID_SOURCE_VERSION",
                "null|DELTA_INVALID_SOURCE_VERSION",
                "2|DELTA_INVALID_SOURCE_VERSION",
                "4|DELTA_INVALID_FORMAT_FROM_SOURCE_VERSION",
                "9223372036854775807|DELTA_INVALID_FORMAT_FROM_SOURCE_VERSION",
                "\"abc\"|DELTA_INVALID_SOURCE_OFFSET_FORMAT",
                "9223372036854775808|com.fasterxml.jackson.databind.JsonMappingException",
                "{}|com.fasterxml.jackson.databind.exc.MismatchedInputException"
            })
    void refusesOtherSourceVersions(String sourceVersion, String condition) throws IOException {
        assertThat(conditionOf(() -> DeltaOffset.parse(of(sourceVersion, 0)))).isEqualTo(condition);
    }

    /** As Jackson said of each when it was asked. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "isStartingVersion|1.5|Cannot deserialize value of type `boolean` from Floating-point value (token `JsonToken.VALUE_NUMBER_FLOAT`)",
                "isStartingVersion|[true]|Cannot deserialize value of type `boolean` from Array value (token `JsonToken.START_ARRAY`)",
                "index|true|Cannot deserialize value of type `long` from Boolean value (token `JsonToken.VALUE_TRUE`)",
                "index|{}|Cannot deserialize value of type `long` from Object value (token `JsonToken.START_OBJECT`)",
                "index|1e400|Numeric value (1e400) out of range of long (-9223372036854775808 - 9223372036854775807)",
                "reservoirId|[]|Cannot deserialize value of type `java.lang.String` from Array value (token `JsonToken.START_ARRAY`)"
            })
    void refusesValuesOfAnotherShape(String field, String value, String message) throws IOException {
        String json = "{\"sourceVersion\":1,\"" + field + "\":" + value + ",\"reservoirVersion\":\"x\"}";

        assertThat(failureOf(() -> DeltaOffset.parse(json)).outermost().message())
                .as("the first field that does not fit")
                .isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"sourceVersion\":1.9,\"reservoirVersion\":\" 12 \",\"index\":1e1,\"isStartingVersion\":-1}|null|12|10|true",
                "{\"sourceVersion\":1,\"reservoirId\":7,\"index\":\"\",\"isStartingVersion\":\"TRUE\"}|7|0|0|true",
                "{\"sourceVersion\":1,\"reservoirId\":true,\"index\":\"null\",\"isStartingVersion\":\" \"}|true|0|0|false"
            })
    void takesWhatJacksonTakes(String json, String tableId, long version, long index, boolean isStartingVersion) {
        assertThat(DeltaOffset.parse(json)).isEqualTo(new DeltaOffset(tableId, version, index, isStartingVersion));
    }

    @Test
    void takesAMissingSourceVersionForZeroAndOtherMissingFieldsForNothing() throws IOException {
        assertThat(conditionOf(() -> DeltaOffset.parse("{\"reservoirId\":\"t\"}")))
                .isEqualTo("DELTA_INVALID_SOURCE_VERSION");
        assertThat(DeltaOffset.parse("{\"sourceVersion\":1,\"reservoirId\":\"t\",\"other\":[1]}"))
                .isEqualTo(new DeltaOffset("t", 0, 0, false));
    }

    @Test
    void assertsThatTheNewSpellingHasNoOldBase() throws IOException {
        SourceError.Cause told = failureOf(() -> DeltaOffset.parse(of(3, -1))).outermost();

        assertThat(told.className()).isEqualTo("java.lang.AssertionError");
        assertThat(told.message())
                .isEqualTo("assertion failed: Index should never be -1, it should be set to the BASE_INDEX instead.");
    }

    @Test
    void neverReadsOrWritesTheEndOfAVersion() throws IOException {
        assertThat(failureOf(() -> DeltaOffset.parse(of(1, DeltaOffset.END)))
                        .outermost()
                        .message())
                .isEqualTo("assertion failed: Should not deserialize END_INDEX");
        assertThatThrownBy(() -> new DeltaOffset("t", 1, DeltaOffset.END, false).json())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void saysHowFarADeltaReads() throws IOException {
        assertThat(failureOf(() -> DeltaOffset.parse(of(4, 0))).outermost().message())
                .contains("Expected version should be smaller than or equal to 3 but was 4");
    }

    @Test
    void refusesEveryTruncation() throws IOException {
        for (int length = 0; length < WHOLE.length(); length++) {
            String torn = WHOLE.substring(0, length);
            assertThat(conditionOf(() -> DeltaOffset.parse(torn)))
                    .describedAs("cut after %d characters", length)
                    .isEqualTo(
                            length == 0
                                    ? "com.fasterxml.jackson.databind.exc.MismatchedInputException"
                                    : "DELTA_INVALID_SOURCE_OFFSET_FORMAT");
        }
    }

    @Test
    void refusesAnOffsetOfAnotherTable() throws IOException {
        HandMadeTable table = HandMadeTable.created(HandMadeTable.add("a"));
        String foreign = HandMadeTable.json("1:-1").replace("\"t\"", "\"other\"");

        SourceError.Cause told =
                failureOf(() -> table.source().batch(null, foreign)).outermost();

        assertThat(told.condition()).isEqualTo("DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE");
        assertThat(told.message()).contains("(id = 't')").contains("(id = 'other')");
    }

    @Test
    void looksAtTheSourceVersionBeforeTheTable() throws IOException {
        HandMadeTable table = HandMadeTable.created(HandMadeTable.add("a"));
        String foreign = of(4, 0).replace("\"t\"", "\"other\"");

        assertThat(conditionOf(() -> table.source().batch(null, foreign)))
                .isEqualTo("DELTA_INVALID_FORMAT_FROM_SOURCE_VERSION");
    }
}
