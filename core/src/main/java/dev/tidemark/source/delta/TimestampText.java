package dev.tidemark.source.delta;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.source.SourceUndecidedException;
import org.jspecify.annotations.Nullable;

/** Text as Spark casts it to a timestamp. Authority: Spark 4.1 SparkDateTimeUtils.stringToTimestamp. */
final class TimestampText {
    private static final Pattern FORM = Pattern.compile("(\\d{4,6})(?:-(\\d{1,2})(?:-(\\d{1,2})"
            + "(?:[ T](?:(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d*))?)?)?\\s*([A-Za-z+-].*)?)?)?)?");

    private TimestampText() {}

    /**
     * Microseconds since the epoch, or empty when Spark would make null of it.
     *
     * @param session the zone of text without one; null when it is not known
     */
    static OptionalLong micros(String text, @Nullable ZoneId session) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return OptionalLong.empty();
        }
        try {
            LocalDateTime local = LocalDateTime.of(
                    Integer.parseInt(form.group(1)),
                    part(form, 2, 1),
                    part(form, 3, 1),
                    part(form, 4, 0),
                    part(form, 5, 0),
                    part(form, 6, 0));
            ZoneId zone =
                    form.group(8) == null ? session : ZoneId.of(form.group(8).strip(), ZoneId.SHORT_IDS);
            if (zone == null) {
                throw new SourceUndecidedException(
                        "startingTimestamp has no time zone, and spark.sql.session.timeZone is"
                                + " not in the description");
            }
            long seconds = local.atZone(zone).toEpochSecond();
            return OptionalLong.of(Math.addExact(Math.multiplyExact(seconds, 1_000_000L), fraction(form.group(7))));
        } catch (DateTimeException | ArithmeticException noSuchTime) {
            return OptionalLong.empty();
        }
    }

    private static int part(Matcher form, int group, int fallback) {
        return form.group(group) == null ? fallback : Integer.parseInt(form.group(group));
    }

    private static long fraction(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? 0 : Long.parseLong((digits + "000000").substring(0, 6));
    }
}
