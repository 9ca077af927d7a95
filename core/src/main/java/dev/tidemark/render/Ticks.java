package dev.tidemark.render;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.report.Drawing;

/** Round numbers along an axis. */
final class Ticks {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private static final long[] TIME_STEPS = {
        1,
        2,
        5,
        10,
        20,
        50,
        100,
        200,
        500,
        SECOND,
        2 * SECOND,
        5 * SECOND,
        10 * SECOND,
        15 * SECOND,
        30 * SECOND,
        MINUTE,
        2 * MINUTE,
        5 * MINUTE,
        10 * MINUTE,
        15 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR,
        3 * HOUR,
        6 * HOUR,
        12 * HOUR,
        DAY,
        2 * DAY,
        7 * DAY,
        30 * DAY,
        90 * DAY,
        365 * DAY
    };

    private Ticks() {}

    /** Between {@code from} and {@code to} at most about {@code most} ticks. */
    static List<Long> between(long from, long to, int most, Drawing.Unit unit) {
        boolean isTime = unit == Drawing.Unit.INSTANT || unit == Drawing.Unit.DURATION;
        double span = Math.max(1, (double) to - from);
        double step = isTime ? timeStep(span / most) : roundStep(span / most, unit == Drawing.Unit.BYTES ? 2 : 10);
        List<Long> ticks = new ArrayList<>();
        for (double tick = Math.ceil(from / step) * step; tick <= to && ticks.size() <= 2 * most; tick += step) {
            ticks.add((long) tick);
        }
        return ticks;
    }

    private static double timeStep(double least) {
        for (long step : TIME_STEPS) {
            if (step >= least) {
                return step;
            }
        }
        return roundStep(least, 10);
    }

    private static double roundStep(double least, int base) {
        double power = 1;
        while (power * base < least) {
            power *= base;
        }
        if (base == 2) {
            return Math.max(1, power * base);
        }
        for (double step : new double[] {power, 2 * power, 5 * power}) {
            if (step >= least) {
                return step;
            }
        }
        return base * power;
    }

    /** A value in words, short: an instant without what all of the axis shares. */
    static String label(long value, long spanMs, Drawing.Unit unit) {
        return switch (unit) {
            case COUNT, ORDINAL -> grouped(value);
            case BYTES -> TextRenderer.sizeText(value);
            case DURATION -> value == 0 ? "0" : TextRenderer.durationText(value);
            case INSTANT -> instant(value, spanMs);
        };
    }

    /** A value in words, whole. */
    static String words(long value, Drawing.Unit unit) {
        return unit == Drawing.Unit.INSTANT ? TextRenderer.instantText(value) : label(value, 0, unit);
    }

    private static String instant(long epochMs, long spanMs) {
        String iso = TextRenderer.instantText(epochMs);
        if (iso.length() < 20 || iso.charAt(4) != '-') {
            return iso;
        }
        if (spanMs > 3 * DAY) {
            return iso.substring(0, 10);
        }
        String clock = iso.substring(11, 19);
        return spanMs > DAY ? iso.substring(5, 10) + " " + clock.substring(0, 5) : clock;
    }

    /** Thousands apart, so that a large number can be read. */
    static String grouped(long value) {
        String digits = Long.toString(value);
        StringBuilder grouped = new StringBuilder();
        int start = digits.startsWith("-") ? 1 : 0;
        for (int i = 0; i < digits.length(); i++) {
            if (i > start && (digits.length() - i) % 3 == 0) {
                grouped.append(',');
            }
            grouped.append(digits.charAt(i));
        }
        return grouped.toString();
    }
}
