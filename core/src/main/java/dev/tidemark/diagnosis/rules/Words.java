package dev.tidemark.diagnosis.rules;

import java.time.Instant;

/** Pieces of a finding's sentences. */
final class Words {
    private Words() {}

    /** {@code 1 file}, {@code 2 files}. */
    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** A moment; epoch milliseconds as a number where they are too large for a date. */
    static String instant(long epochMs) {
        String text = Instant.ofEpochMilli(epochMs).toString();
        return text.length() > 24 ? epochMs + " ms" : text;
    }
}
