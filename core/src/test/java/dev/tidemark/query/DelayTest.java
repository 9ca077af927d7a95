package dev.tidemark.query;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DelayTest {
    @ParameterizedTest
    @CsvSource({
        "10 seconds, 10000",
        "1 second, 1000",
        "0 seconds, 0",
        "1.5 seconds, 1500",
        ".5 seconds, 500",
        "- 5 seconds, -5000",
        "5 minutes, 300000",
        "2 hours, 7200000",
        "1 day, 86400000",
        "1 week, 604800000",
        "1 month, 2678400000",
        "1 year, 32140800000",
        "250 milliseconds, 250",
        "1500 microseconds, 1",
        "1 hour 30 minutes, 5400000",
        "INTERVAL 10 SECONDS, 10000",
        "interval 1 hour, 3600000"
    })
    void readsIntervalsAsWithWatermarkDoes(String text, long ms) {
        assertThat(Delay.millis(text)).hasValue(ms);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "seconds", "ten seconds", "10 fortnights", "10 seconds 5", "1e3 seconds"})
    void doesNotGuessAtWhatIsNoInterval(String text) {
        assertThat(Delay.millis(text)).isEmpty();
    }

    @Test
    void takesSpacesAroundAndBetween() {
        assertThat(Delay.millis("  10   seconds ")).hasValue(10_000);
    }
}
