package dev.tidemark.diagnosis.trend;

import java.time.Instant;
import java.util.Locale;

/** Pieces of a trend's sentences. */
final class Words {
    private static final int OFFSET_CHARS = 80;

    private Words() {}

    /** A moment; epoch milliseconds as a number where they are too large for a date. */
    static String instant(long epochMs) {
        String text = Instant.ofEpochMilli(epochMs).toString();
        return text.length() > 24 ? epochMs + " ms" : text;
    }

    /** A length of time in its largest fitting unit. */
    static String duration(long ms) {
        long absolute = Math.abs(ms);
        if (absolute < 1_000) {
            return ms + " ms";
        } else if (absolute < 120_000) {
            return String.format(Locale.ROOT, "%.1f s", ms / 1e3);
        } else if (absolute < 2 * 3_600_000L) {
            return ms / 60_000 + " min";
        }
        return absolute < 48 * 3_600_000L ? ms / 3_600_000 + " h" : ms / 86_400_000 + " d";
    }

    /** An offset that may be long. */
    static String shortened(String offset) {
        return offset.length() <= OFFSET_CHARS ? offset : offset.substring(0, OFFSET_CHARS) + "...";
    }
}
