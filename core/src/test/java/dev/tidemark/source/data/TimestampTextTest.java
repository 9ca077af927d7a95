package dev.tidemark.source.data;

import java.time.Instant;
import java.time.ZoneId;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Text as Spark casts it to a timestamp. */
class TimestampTextTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05Z,2026-01-02T03:04:05Z",
        "2026-01-02 03:04:05.6 UTC,2026-01-02T03:04:05.600Z",
        "2026-1-2 3:4:5Z,2026-01-02T03:04:05Z",
        "2026-01-02T03:04:05+02:00,2026-01-02T01:04:05Z",
        "2026-01-02T03:04:05+2:00,2026-01-02T01:04:05Z",
        "2026-01-02T03:04:05+02:3,2026-01-02T01:01:05Z",
        "2026-01-02T03:04:05 PST,2026-01-02T11:04:05Z",
        "2026-01-02T03:04:05 America/New_York,2026-01-02T08:04:05Z",
        "2026-01-02T03:04:05.123456789Z,2026-01-02T03:04:05.123456Z",
        "2026-07-02 03:04:05,2026-07-02T01:04:05Z",
        "2026-01-02,2026-01-01T23:00:00Z",
        "2026-03,2026-02-28T23:00:00Z",
        "2026,2025-12-31T23:00:00Z",
        "' 2026-01-02 ',2026-01-01T23:00:00Z",
        "1969-12-31T23:59:59.999999Z,1969-12-31T23:59:59.999999Z",
        "2026-01-02 03,2026-01-02T02:00:00Z",
        "2026-01-02 03:04:05.Z,2026-01-02T03:04:05Z",
        "+2026-01-02T03:04:05Z,2026-01-02T03:04:05Z",
        "-0001-01-01T00:00:00Z,-0001-01-01T00:00:00Z"
    })
    void readsWhatSparkReads(String text, Instant instant) {
        long micros = instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;

        assertThat(TimestampText.micros(text, BERLIN)).isEqualTo(OptionalLong.of(micros));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "1767322800",
                "26-01-02",
                "2026-13-01",
                "2026-02-30",
                "2026-01-02T24:00:00Z",
                "2026-01-02T03:04:60Z",
                "2026-01-02T03:04:05 Mars",
                "2026-01-02T03:04:05Z!",
                "2026-01-02T",
                "2026-01-02 Europe/Berlin",
                "2026-01-02T03:04Z",
                "2026-01-02T03Z"
            })
    void makesNullOfTheRest(String text) {
        assertThat(TimestampText.micros(text, BERLIN)).isEmpty();
    }

    @Test
    void doesNotGuessAZone() {
        assertThat(TimestampText.micros("2026-01-02T00:00:00Z", null)).isPresent();
        assertThatThrownBy(() -> TimestampText.micros("2026-01-02T00:00:00", null))
                .isInstanceOf(TimestampText.ZoneUnknownException.class);
    }

    @ParameterizedTest
    @CsvSource({"+1:00,+01:00", "-08:3,-08:03", "PST,America/Los_Angeles", "GMT+1:00,GMT+01:00", "Z,Z"})
    void knowsZonesBySparksNames(String name, String zone) {
        assertThat(TimestampText.zone(name)).isEqualTo(ZoneId.of(zone));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12:30", "12:30:00", "T12:30:00.5", "T12", "1:2:3 UTC"})
    void knowsATimeWithoutADay(String text) {
        assertThat(TimestampText.isTimeAlone(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026", "12", "2026-01-02 12:30", "T", "noon", " T12:30"})
    void takesNothingElseForATimeWithoutADay(String text) {
        assertThat(TimestampText.isTimeAlone(text)).isFalse();
    }
}
