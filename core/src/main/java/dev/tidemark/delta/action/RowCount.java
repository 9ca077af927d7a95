package dev.tidemark.delta.action;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * The number of rows in a file's statistics. Writers put it first; there it is found without a parser, and the rest, of
 * which a million files have a lot, need not be kept.
 */
public final class RowCount {
    private static final byte[] LEADING = "{\"numRecords\":".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_DIGITS = 18;

    private RowCount() {}

    /** The number where it stands first; empty elsewhere, whatever the statistics hold. */
    public static OptionalLong leading(String stats) {
        if (!stats.startsWith("{\"numRecords\":") || !stats.endsWith("}")) {
            return OptionalLong.empty();
        }
        int end = LEADING.length;
        while (end < stats.length() && stats.charAt(end) >= '0' && stats.charAt(end) <= '9') {
            end++;
        }
        int digits = end - LEADING.length;
        boolean isWhole = digits > 0 && digits <= MOST_DIGITS && (stats.charAt(end) == ',' || stats.charAt(end) == '}');
        return isWhole ? OptionalLong.of(Long.parseLong(stats, LEADING.length, end, 10)) : OptionalLong.empty();
    }

    /** The number where it stands first in statistics of plain bytes; -1 elsewhere. */
    public static long leading(byte[] bytes, int start, int length) {
        int end = start + length;
        if (length <= LEADING.length || bytes[end - 1] != '}') {
            return -1;
        }
        for (int i = 0; i < LEADING.length; i++) {
            if (bytes[start + i] != LEADING[i]) {
                return -1;
            }
        }
        long rows = 0;
        int at = start + LEADING.length;
        int first = at;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9' && at - first < MOST_DIGITS) {
            rows = rows * 10 + (bytes[at++] - '0');
        }
        return at > first && (bytes[at] == ',' || bytes[at] == '}') ? rows : -1;
    }

    /** Statistics that hold the number alone. */
    public static String text(long rows) {
        return "{\"numRecords\":" + rows + "}";
    }

    /** The statistics without what stands behind the number; as they are when it does not stand first. */
    static @Nullable String cut(@Nullable String stats) {
        OptionalLong rows = stats == null ? OptionalLong.empty() : leading(stats);
        return rows.isEmpty() ? stats : text(rows.getAsLong());
    }
}
