package dev.tidemark.format.type;

import dev.tidemark.format.json.JsonBytes;

/** Dates and times as ISO text, written into JSON without a date object; the proleptic Gregorian calendar throughout. */
final class TimeText {
    private static final long MICROS_A_SECOND = 1_000_000L;
    private static final long SECONDS_A_DAY = 86_400L;
    private static final long DAYS_TO_EPOCH_FROM_MARCH_0 = 719_468L;
    private static final int DAYS_AN_ERA = 146_097;

    private static final long NANOS_A_SECOND = 1_000_000_000L;

    private TimeText() {}

    /** Days since 1970-01-01. */
    static void date(JsonBytes to, long epochDay) {
        to.raw('"');
        day(to, epochDay);
        to.raw('"');
    }

    /** Microseconds since the epoch, in UTC. */
    static void instant(JsonBytes to, long micros) {
        to.raw('"');
        dateTime(to, micros);
        to.raw('Z').raw('"');
    }

    /** Microseconds since the epoch of a clock on some wall. */
    static void local(JsonBytes to, long micros) {
        to.raw('"');
        dateTime(to, micros);
        to.raw('"');
    }

    /** Nanoseconds since midnight. */
    static void time(JsonBytes to, long nanos) {
        to.raw('"');
        timeOfDay(to, Math.floorDiv(nanos, NANOS_A_SECOND));
        long fraction = Math.floorMod(nanos, NANOS_A_SECOND);
        if (fraction != 0) {
            to.raw('.').padded(fraction, 9);
        }
        to.raw('"');
    }

    private static void dateTime(JsonBytes to, long micros) {
        long seconds = Math.floorDiv(micros, MICROS_A_SECOND);
        long fraction = Math.floorMod(micros, MICROS_A_SECOND);
        day(to, Math.floorDiv(seconds, SECONDS_A_DAY));
        to.raw('T');
        timeOfDay(to, Math.floorMod(seconds, SECONDS_A_DAY));
        to.raw('.');
        if (fraction % 1000 == 0) {
            to.padded(fraction / 1000, 3);
        } else {
            to.padded(fraction, 6);
        }
    }

    private static void timeOfDay(JsonBytes to, long secondOfDay) {
        to.padded(secondOfDay / 3600, 2).raw(':');
        to.padded(secondOfDay / 60 % 60, 2).raw(':');
        to.padded(secondOfDay % 60, 2);
    }

    /** Counts years from March, so that the leap day is the last of a year. */
    private static void day(JsonBytes to, long epochDay) {
        long days = epochDay + DAYS_TO_EPOCH_FROM_MARCH_0;
        long era = Math.floorDiv(days, (long) DAYS_AN_ERA);
        int dayOfEra = (int) Math.floorMod(days, (long) DAYS_AN_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        int dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        year(to, yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
        to.raw('-').padded(month, 2).raw('-').padded(dayOfMonth, 2);
    }

    private static void year(JsonBytes to, long year) {
        if (year < 0) {
            to.raw('-').padded(-year, 4);
        } else {
            if (year > 9999) {
                to.raw('+');
            }
            to.padded(year, 4);
        }
    }
}
