package dev.tidemark.source.data;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Text as Spark casts it to a timestamp. Authority: Spark 4.1 SparkDateTimeUtils.stringToTimestamp. */
public final class TimestampText {
    private static final Pattern FORM = Pattern.compile("([+-]?)(\\d{4,6})(?:-(\\d{1,2})(?:-(\\d{1,2})"
            + "(?:[ T](\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d*))?(\\D.*)?)?)?)?)?)?");

    /** A time of the day alone is one of today. */
    private static final Pattern TIME_ALONE =
            Pattern.compile("T?\\d{1,2}:\\d{1,2}(?::\\d{1,2}(?:\\.\\d*)?(?:\\D.*)?)?|T\\d{1,2}");

    private static final Pattern ONE_DIGIT_HOUR = Pattern.compile("([+-])(\\d):");
    private static final Pattern ONE_DIGIT_MINUTE = Pattern.compile("([+-])(\\d\\d):(\\d)$");

    private TimestampText() {}

    /**
     * Microseconds since the epoch, or empty when Spark would make null of it.
     *
     * @throws ZoneUnknownException when the text has no zone and {@code session} is null
     * @param session the zone of text without one; null when it is not known
     */
    public static OptionalLong micros(String text, @Nullable ZoneId session) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return OptionalLong.empty();
        }
        try {
            int year = Integer.parseInt(form.group(2));
            LocalDateTime local = LocalDateTime.of(
                    form.group(1).equals("-") ? -year : year,
                    part(form, 3, 1),
                    part(form, 4, 1),
                    part(form, 5, 0),
                    part(form, 6, 0),
                    part(form, 7, 0));
            ZoneId zone = form.group(9) == null ? session : zone(form.group(9).strip());
            if (zone == null) {
                throw new ZoneUnknownException();
            }
            long seconds = local.atZone(zone).toEpochSecond();
            return OptionalLong.of(Math.addExact(Math.multiplyExact(seconds, 1_000_000L), fraction(form.group(8))));
        } catch (ZoneUnknownException unknown) {
            throw unknown;
        } catch (DateTimeException | ArithmeticException noSuchTime) {
            return OptionalLong.empty();
        }
    }

    /** Whether a text names a time of the day without a day: Spark takes the day on which it reads it. */
    public static boolean isTimeAlone(String text) {
        String stripped = text.strip();
        boolean isMarkedBehindBlanks = stripped.startsWith("T") && !text.startsWith("T");
        return !isMarkedBehindBlanks && TIME_ALONE.matcher(stripped).matches();
    }

    /**
     * A zone as Spark names it: short names, and offsets with one digit, too. Authority: Spark 4.1
     * SparkDateTimeUtils.getZoneId.
     *
     * @throws DateTimeException when there is no such zone
     */
    public static ZoneId zone(String name) {
        String hours = ONE_DIGIT_HOUR.matcher(name).replaceFirst("$10$2:");
        String minutes = ONE_DIGIT_MINUTE.matcher(hours).replaceFirst("$1$2:0$3");
        return ZoneId.of(minutes, ZoneId.SHORT_IDS);
    }

    /** Text without a zone, and no session's zone to read it in. */
    public static final class ZoneUnknownException extends DateTimeException {
        private static final long serialVersionUID = 1L;

        ZoneUnknownException() {
            super("a timestamp without a time zone");
        }
    }

    private static int part(Matcher form, int group, int fallback) {
        return form.group(group) == null ? fallback : Integer.parseInt(form.group(group));
    }

    private static long fraction(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? 0 : Long.parseLong((digits + "000000").substring(0, 6));
    }
}
