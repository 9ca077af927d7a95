package dev.tidemark.delta.action;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

import dev.tidemark.evidence.DamageCause;
import org.jspecify.annotations.Nullable;

/**
 * Where in a line of a log its JSON stops being any: readers say other things of it by what they were about to read.
 *
 * @param action the action in whose fields it happens; null before the first and behind the last
 * @param skipped what a reader says that passes over the value, in Jackson's words
 * @param isBehindComma whether it ends where the next member of the innermost value has to begin, of which Jackson says that
 *     it is malformed, not that it ends
 * @param isInObject whether the innermost value that is open is an object; else it is an array
 * @param column of that value's first character, from 1
 * @param line as far as it goes
 */
public record TornLine(
        @Nullable String action, String skipped, boolean isBehindComma, boolean isInObject, int column, String line)
        implements DamageCause {
    private static final String ENDED = "Unexpected end-of-input";
    private static final int MOST_OPEN = 10_000;

    /** A line that ends too early. */
    static TornLine of(String line) {
        Scan scan = new Scan();
        int column = 0;
        for (int i = 0; i < line.length() && scan.open.size() < MOST_OPEN; i++) {
            char c = line.charAt(i);
            scan.take(c, ++column, line, i);
        }
        Open innermost = scan.open.peek();
        boolean isInObject = innermost == null || innermost.isObject();
        int start = innermost == null ? 1 : innermost.column();
        String skipped = ENDED + ": expected close marker for " + (isInObject ? "Object" : "Array");
        boolean isBehindComma =
                innermost != null && !scan.isInText && line.stripTrailing().endsWith(",");
        if (isBehindComma) {
            skipped = ENDED + " within/between " + (isInObject ? "Object" : "Array") + " entries";
        } else if (scan.isInText) {
            skipped = ENDED + (scan.isName ? " in field name" : " in VALUE_STRING");
        }
        String action = scan.open.size() > 1 ? scan.action : null;
        return new TornLine(action, skipped, isBehindComma, isInObject, start, line);
    }

    /** What a reader says that wants the value, fails on it and reads on. */
    public String wanted(String source) {
        return ENDED + ": expected close marker for " + (isInObject ? "Object" : "Array")
                + " (start marker at [Source: " + source + "; line: 1, column: " + column + "])";
    }

    /** How Jackson shows the line where it shows it. */
    public String shown() {
        int most = 500;
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= most
                ? "(byte[])\"" + line + "\""
                : "(byte[])\"" + new String(bytes, 0, most, StandardCharsets.UTF_8) + "\"[truncated "
                        + (bytes.length - most) + " bytes]";
    }

    private record Open(boolean isObject, int column) {}

    /** Walks through text that was JSON so far. */
    private static final class Scan {
        private final Deque<Open> open = new ArrayDeque<>();
        private @Nullable String action;
        private boolean isInText;
        private boolean isName;
        private boolean isEscaped;
        private boolean wantsName;
        private int textFrom;

        void take(char c, int column, String line, int at) {
            if (isInText) {
                inText(c, line, at);
                return;
            }
            switch (c) {
                case '{', '[' -> {
                    open.push(new Open(c == '{', column));
                    wantsName = c == '{';
                }
                case '}', ']' -> {
                    open.poll();
                    wantsName = false;
                }
                case ',' -> wantsName = open.peek() != null && open.peek().isObject();
                case ':' -> wantsName = false;
                case '"' -> {
                    isInText = true;
                    isName = wantsName;
                    textFrom = at + 1;
                }
                default -> {
                    // white space, numbers and literals change nothing
                }
            }
        }

        private void inText(char c, String line, int at) {
            if (isEscaped) {
                isEscaped = false;
            } else if (c == '\\') {
                isEscaped = true;
            } else if (c == '"') {
                isInText = false;
                if (isName && open.size() == 1) {
                    action = line.substring(textFrom, at);
                }
            }
        }
    }
}
