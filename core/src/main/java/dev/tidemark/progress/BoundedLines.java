package dev.tidemark.progress;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** Lines of a stream one by one. A line longer than the bound is passed over and not kept. */
final class BoundedLines {
    /** Plans of large queries make lines of megabytes; a report is a few kilobytes. */
    static final int MAX_LINE_BYTES = 8 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[64 << 10];
    private byte[] line = new byte[8 << 10];
    private int position;
    private int limit;
    private int lineNumber;

    /** One line: its text, or null when it was too long. */
    record Line(int number, @Nullable String text) {}

    BoundedLines(InputStream in) {
        this.in = in;
    }

    /** The next line, or null at the end. Bytes that are no UTF-8 become replacement characters. */
    @Nullable
    Line next() throws IOException {
        int length = 0;
        boolean isTooLong = false;
        boolean hasBytes = false;
        while (fill()) {
            hasBytes = true;
            int start = position;
            while (position < limit && buffer[position] != '\n') {
                position++;
            }
            int count = position - start;
            isTooLong |= length + count > MAX_LINE_BYTES;
            if (!isTooLong) {
                line = length + count > line.length
                        ? Arrays.copyOf(line, Math.min(MAX_LINE_BYTES, Math.max(length + count, 2 * line.length)))
                        : line;
                System.arraycopy(buffer, start, line, length, count);
                length += count;
            }
            if (position < limit) {
                position++;
                break;
            }
        }
        if (!hasBytes) {
            return null;
        }
        lineNumber = lineNumber == Integer.MAX_VALUE ? lineNumber : lineNumber + 1;
        return new Line(lineNumber, isTooLong ? null : new String(line, 0, length, StandardCharsets.UTF_8).strip());
    }

    private boolean fill() throws IOException {
        if (position < limit) {
            return true;
        }
        limit = Math.max(0, in.read(buffer));
        position = 0;
        return limit > 0;
    }
}
