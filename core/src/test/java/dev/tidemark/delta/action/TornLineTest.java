package dev.tidemark.delta.action;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TornLineTest {
    @Test
    void knowsTheActionInWhichALineEnds() {
        TornLine torn = TornLine.of("{\"add\":{\"path\":\"a\",\"stats\":\"{\\\"numRecords\\\":1");

        assertThat(torn.action()).isEqualTo("add");
        assertThat(torn.skipped()).isEqualTo("Unexpected end-of-input in VALUE_STRING");
        assertThat(torn.wanted("S"))
                .isEqualTo("Unexpected end-of-input: expected close marker for Object (start marker at [Source: S;"
                        + " line: 1, column: 8])");
    }

    @Test
    void tellsANameFromAValue() {
        TornLine torn = TornLine.of("{\"commitInfo\":{\"timestamp\":1796033222478,\"operatio");

        assertThat(torn.action()).isEqualTo("commitInfo");
        assertThat(torn.skipped()).isEqualTo("Unexpected end-of-input in field name");
        assertThat(torn.column()).isEqualTo(15);
    }

    @Test
    void endsBehindACommaForAReaderThatPassesOverIt() {
        TornLine torn = TornLine.of("{\"commitInfo\":{\"timestamp\":1,\"metrics\":{\"a\":\"1\"}, ");

        assertThat(torn.isBehindComma()).isTrue();
        assertThat(torn.skipped()).isEqualTo("Unexpected end-of-input within/between Object entries");
        assertThat(torn.wanted("S")).endsWith("column: 15])");
        assertThat(TornLine.of("{\"txn\":{}},").isBehindComma())
                .as("nothing is open")
                .isFalse();
        assertThat(TornLine.of("{\"txn\":{\"appId\":\"a,").isBehindComma())
                .as("in a text")
                .isFalse();
    }

    @Test
    void isInNoActionBeforeTheFirst() {
        TornLine torn = TornLine.of("{\"com");

        assertThat(torn.action()).isNull();
        assertThat(torn.skipped()).isEqualTo("Unexpected end-of-input in field name");
    }

    @Test
    void endsInAnArrayThatIsOpen() {
        TornLine torn = TornLine.of("{\"metaData\":{\"partitionColumns\":[1,");

        assertThat(torn.isInObject()).isFalse();
        assertThat(torn.column()).isEqualTo(33);
    }

    @Test
    void knowsTheActionInWhichALineIsNoJsonAnyMore() {
        String line = "{\"txn\":{\"appId\":\"a\" 5}}";

        assertThat(MarredLine.of(line, line.indexOf('5')).action()).isEqualTo("txn");
        assertThat(MarredLine.of("not JSON", 3).action()).isNull();
        assertThat(MarredLine.of(line, -1).action()).isNull();
        assertThat(MarredLine.of(line, 999).action()).isNull();
    }
}
