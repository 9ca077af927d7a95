package dev.tidemark.delta.action;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds line ends eight bytes at a time. */
final class LineBreaks {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long FEEDS = ONES * '\n';
    private static final long RETURNS = ONES * '\r';

    private LineBreaks() {}

    /** The index of the next line feed or carriage return, or {@code to}. */
    static int next(byte[] bytes, int from, int to) {
        int at = from;
        while (at + Long.BYTES <= to) {
            long word = (long) LONGS.get(bytes, at);
            long found = matches(word ^ FEEDS) | matches(word ^ RETURNS);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private static long matches(long word) {
        return (word - ONES) & ~word & HIGHS;
    }
}
