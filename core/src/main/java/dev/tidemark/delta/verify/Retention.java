package dev.tidemark.delta.verify;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The intervals that table properties spell, such as {@code interval 1 week}. */
final class Retention {
    private static final Pattern PART =
            Pattern.compile("(\\d{1,9})\\s+(millisecond|second|minute|hour|day|week)s?", Pattern.CASE_INSENSITIVE);

    private Retention() {}

    /** The length in milliseconds, or empty when the text is no interval of fixed length. */
    static Optional<Long> millis(String text) {
        Matcher parts = PART.matcher(text);
        long millis = 0;
        boolean isAny = false;
        while (parts.find()) {
            isAny = true;
            millis += Long.parseLong(parts.group(1)) * unitMs(parts.group(2).toLowerCase(Locale.ROOT));
        }
        return isAny ? Optional.of(millis) : Optional.empty();
    }

    private static long unitMs(String unit) {
        return switch (unit) {
            case "millisecond" -> 1;
            case "second" -> 1_000;
            case "minute" -> 60_000;
            case "hour" -> 3_600_000;
            case "day" -> 86_400_000;
            default -> 7 * 86_400_000L;
        };
    }
}
