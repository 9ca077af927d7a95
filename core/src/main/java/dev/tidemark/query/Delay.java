package dev.tidemark.query;

import java.util.Locale;
import java.util.OptionalLong;

/** A delay as {@code withWatermark} reads it. Authority: Spark 4.1 EventTimeWatermark.getDelayMs, IntervalUtils. */
public final class Delay {
    private static final long DAY_MS = 86_400_000L;

    private Delay() {}

    /** Milliseconds, or empty when it is no interval. */
    public static OptionalLong millis(String text) {
        String[] words = text.trim()
                .toLowerCase(Locale.ROOT)
                .replaceFirst("^interval\\s+", "")
                .replaceAll("([+-])\\s+", "$1")
                .split("\\s+");
        if (words.length == 0 || words.length % 2 != 0) {
            return OptionalLong.empty();
        }
        double sum = 0;
        for (int i = 0; i < words.length; i += 2) {
            double unit = unitMs(words[i + 1]);
            if (unit < 0 || !words[i].matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)")) {
                return OptionalLong.empty();
            }
            sum += Double.parseDouble(words[i]) * unit;
        }
        return OptionalLong.of((long) sum);
    }

    private static double unitMs(String unit) {
        return switch (unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit) {
            case "microsecond" -> 0.001;
            case "millisecond" -> 1;
            case "second" -> 1000;
            case "minute" -> 60_000;
            case "hour" -> 3_600_000;
            case "day" -> DAY_MS;
            case "week" -> 7 * DAY_MS;
            case "month" -> 31 * DAY_MS;
            case "year" -> 12 * 31 * DAY_MS;
            default -> -1;
        };
    }
}
