package dev.tidemark.format.type;

import java.time.Duration;
import java.time.Period;
import java.time.temporal.ChronoUnit;

/** Intervals as ISO 8601 durations. */
final class IntervalText {
    private IntervalText() {}

    /** Such as {@code PT26H3M4.5S}. */
    static String dayTime(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS).toString();
    }

    /** Such as {@code P1Y2M}. */
    static String yearMonth(int months) {
        return Period.of(months / 12, months % 12, 0).toString();
    }

    /** Such as {@code P1Y2M3DT4H}: the three parts of Spark's interval do not mix. */
    static String calendar(int months, int days, long micros) {
        Period date = Period.of(months / 12, months % 12, days);
        if (micros == 0) {
            return date.toString();
        }
        String time = dayTime(micros).substring(1);
        return date.isZero() ? "P" + time : date + time;
    }
}
