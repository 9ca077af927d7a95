package dev.tidemark.report;

import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FiguresTest {
    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                7,
                999,
                1000,
                12_345,
                123_456,
                1_234_567,
                -1,
                -999,
                -1000,
                -123_456,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void groupsAsTheFormatterDoes(long number) {
        assertThat(Figures.grouped(number)).isEqualTo(String.format(Locale.ROOT, "%,d", number));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.04, 0.05, 0.25, 1.35, 2.449, 9.95, 119.999, 1023.96, 1e15})
    void roundsToTenthsAsTheFormatterDoes(double number) {
        assertThat(Figures.tenths(number)).isEqualTo(String.format(Locale.ROOT, "%.1f", number));
    }

    @Test
    void keepsOneDigitBehindThePoint() {
        assertThat(Figures.tenths(3)).isEqualTo("3.0");
    }
}
