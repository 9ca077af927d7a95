package dev.tidemark.source.rate;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;

/** Options of the sources that make their rows up, read as Spark reads them. Authority: CaseInsensitiveStringMap. */
final class RateOptions {
    private static final Pattern DURATION = Pattern.compile("\\s*(\\d{1,12})\\s*(us|ms|s|m|min|h|d)?\\s*");

    private final Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    RateOptions(Map<String, String> options) {
        given.putAll(options);
    }

    long whole(String key, long fallback) {
        String text = given.get(key);
        try {
            return text == null ? fallback : Long.parseLong(text);
        } catch (NumberFormatException refused) {
            throw new SourceFailureException(
                    SourceError.plain("java.lang.NumberFormatException", "For input string: \"" + text + "\""));
        }
    }

    long positive(String key, long fallback) {
        long value = whole(key, fallback);
        if (value <= 0) {
            throw invalid(value, key, "positive");
        }
        return value;
    }

    long notNegative(String key, long fallback) {
        long value = whole(key, fallback);
        if (value < 0) {
            throw invalid(value, key, "non-negative");
        }
        return value;
    }

    /** A duration in seconds, seconds where it has no unit. Authority: JavaUtils.timeStringAsSec. */
    long seconds(String key) {
        String text = given.get(key);
        if (text == null) {
            return 0;
        }
        Matcher duration = DURATION.matcher(text.toLowerCase(java.util.Locale.ROOT));
        if (!duration.matches()) {
            throw new SourceUndecidedException("option " + key + " is no duration that is understood here: " + text);
        }
        long count = Long.parseLong(duration.group(1));
        String unit = duration.group(2) == null ? "s" : duration.group(2);
        return switch (unit) {
            case "us" -> count / 1_000_000;
            case "ms" -> count / 1_000;
            case "m", "min" -> count * 60;
            case "h" -> count * 3_600;
            case "d" -> count * 86_400;
            default -> count;
        };
    }

    private static SourceFailureException invalid(long value, String key, String must) {
        return new SourceFailureException(SourceError.plain(
                "java.lang.IllegalArgumentException",
                "Invalid value '" + value + "'. The option '" + key + "' must be " + must));
    }
}
