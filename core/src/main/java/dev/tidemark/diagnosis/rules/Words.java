package dev.tidemark.diagnosis.rules;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

import dev.tidemark.checkpoint.log.BatchRange;

/** Pieces of a finding's sentences. */
final class Words {
    private Words() {}

    /** {@code 1 file}, {@code 2 files}, {@code 2 batches}. */
    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : noun.endsWith("ch") ? "es" : "s");
    }

    /** A number with one digit behind the point. */
    static String tenths(double number) {
        return BigDecimal.valueOf(number).setScale(1, RoundingMode.HALF_UP).toPlainString();
    }

    /** A moment; epoch milliseconds as a number where they are too large for a date. */
    static String instant(long epochMs) {
        String text = Instant.ofEpochMilli(epochMs).toString();
        return text.length() > 24 ? epochMs + " ms" : text;
    }

    /** A length of time in its two largest units: {@code 40 days}, {@code 3 hours 20 minutes}. */
    static String span(long ms) {
        long minutes = Math.max(0, ms) / 60_000;
        long days = minutes / (24 * 60);
        long hours = minutes / 60 % 24;
        if (days > 0) {
            return count(days, "day") + (days < 3 && hours > 0 ? " " + count(hours, "hour") : "");
        } else if (hours > 0) {
            return count(hours, "hour") + (minutes % 60 > 0 ? " " + count(minutes % 60, "minute") : "");
        }
        return minutes > 0 ? count(minutes, "minute") : count(Math.max(0, ms) / 1000, "second");
    }

    /** {@code batch 3}, {@code batches 3 to 5}. */
    static String batches(BatchRange range) {
        return (range.first() == range.last() ? "batch " : "batches ") + range;
    }

    /** {@code commit 3}, {@code commits 3 to 5}. */
    static String range(String noun, long first, long last) {
        return first == last ? noun + " " + first : noun + "s " + first + " to " + last;
    }

    /** A clause as the beginning of a sentence. */
    static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
