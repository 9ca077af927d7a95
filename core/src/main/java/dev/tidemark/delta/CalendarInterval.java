package dev.tidemark.delta;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.delta.action.Metadata;

/**
 * Lengths of time as table properties spell them, such as {@code interval 30 days}.
 *
 * <p>Authority: Delta 4.2: {@code DeltaConfigs.parseCalendarInterval}, {@code getMilliSeconds}: a day has 24 hours, months
 * do not count.
 */
public final class CalendarInterval {
    private static final Pattern PART = Pattern.compile(
            "\\s*([+-]?\\d{1,15})\\s+(year|month|week|day|hour|minute|second|millisecond|microsecond)s?(?=\\s|$)");
    private static final long SECOND = 1000;
    private static final long DAY = 86_400 * SECOND;

    private CalendarInterval() {}

    /** The length in milliseconds, or empty when the text is no interval. */
    public static OptionalLong millis(String text) {
        String rest = text.trim().toLowerCase(Locale.ROOT);
        if (rest.startsWith("interval ")) {
            rest = rest.substring("interval ".length());
        }
        Matcher part = PART.matcher(rest);
        long micros = 0;
        int at = 0;
        while (at < rest.length() && part.find(at) && part.start() == at) {
            try {
                micros = Math.addExact(micros, micros(Long.parseLong(part.group(1)), part.group(2)));
            } catch (ArithmeticException tooLong) {
                return OptionalLong.empty();
            }
            at = part.end();
        }
        boolean isWhole = at > 0 && rest.substring(at).isBlank();
        return isWhole ? OptionalLong.of(micros / 1000) : OptionalLong.empty();
    }

    /** A property of a table, or its default when it is absent or no interval. */
    public static long millisOf(Metadata metadata, String property, long defaultMs) {
        Optional<String> value = metadata.property(property);
        return value.isEmpty() ? defaultMs : millis(value.get()).orElse(defaultMs);
    }

    private static long micros(long count, String unit) {
        long millis = switch (unit) {
            case "year", "month", "microsecond", "millisecond" -> 0;
            case "week" -> 7 * DAY;
            case "day" -> DAY;
            case "hour" -> 3600 * SECOND;
            case "minute" -> 60 * SECOND;
            default -> SECOND;
        };
        if (unit.equals("microsecond")) {
            return count;
        }
        return unit.equals("millisecond")
                ? Math.multiplyExact(count, 1000L)
                : Math.multiplyExact(Math.multiplyExact(count, millis), 1000L);
    }
}
