package dev.tidemark.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A length of time as people type it: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 10 seconds}. */
final class Timespan implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*([a-z]+)");

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is no length of time such as 500ms, 30s, 5m or 2h");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms", "millis", "millisecond", "milliseconds" -> Duration.ofMillis(number);
            case "s", "sec", "second", "seconds" -> Duration.ofSeconds(number);
            case "m", "min", "minute", "minutes" -> Duration.ofMinutes(number);
            case "h", "hour", "hours" -> Duration.ofHours(number);
            case "d", "day", "days" -> Duration.ofDays(number);
            default ->
                throw new TypeConversionException("'" + form.group(2) + "' is no unit of time: ms, s, m, h or d");
        };
    }
}
