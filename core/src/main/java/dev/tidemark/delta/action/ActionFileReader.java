package dev.tidemark.delta.action;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;

/**
 * Reads a file of actions, one a line, in blocks: memory follows the longest line, not the file. A line ends at a line
 * feed, a carriage return or both, as Hadoop's and Java's line readers see it.
 */
public final class ActionFileReader {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final int SMALL_BLOCK_BYTES = 1 << 12;

    /** The longest line that is read; a longer one is damage. */
    private static final int MAX_LINE_BYTES = 1 << 28;

    private ActionFileReader() {}

    /**
     * Reads all lines and tells the sink what they hold.
     *
     * @param in read to its end and not closed
     * @throws IOException when the storage fails; what was read before has been told
     */
    public static void read(InputStream in, Location file, ActionDetail detail, ActionSink sink) throws IOException {
        int sizeBytes = Math.max(SMALL_BLOCK_BYTES, Math.min(BLOCK_BYTES, in.available() + 1));
        new Lines(new ActionParser(file, detail), file, sink, sizeBytes).readAll(in);
    }

    private static final class Lines {
        private final ActionParser parser;
        private final Location file;
        private final ActionSink sink;
        private byte[] buffer;
        private int filled;
        private long line = 1;
        private boolean skipsTooLong;

        Lines(ActionParser parser, Location file, ActionSink sink, int firstBytes) {
            this.parser = parser;
            this.file = file;
            this.sink = sink;
            this.buffer = new byte[firstBytes];
        }

        void readAll(InputStream in) throws IOException {
            while (true) {
                int count = in.read(buffer, filled, buffer.length - filled);
                if (count < 0) {
                    break;
                }
                filled += count;
                consume(false);
                makeRoom();
            }
            consume(true);
            if (filled > 0 || skipsTooLong) {
                finish(0, filled);
            }
        }

        /** Parses every line that is whole and keeps the rest at the start of the buffer. */
        private void consume(boolean atEnd) {
            int start = 0;
            int at = LineBreaks.next(buffer, 0, filled);
            while (at < filled) {
                if (buffer[at] == '\r' && at + 1 == filled && !atEnd) {
                    break;
                }
                finish(start, at);
                start = at + 1;
                if (buffer[at] == '\r' && start < filled && buffer[start] == '\n') {
                    start++;
                }
                at = LineBreaks.next(buffer, start, filled);
            }
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
        }

        private void makeRoom() {
            if (filled < buffer.length) {
                return;
            }
            if (buffer.length >= MAX_LINE_BYTES) {
                skipsTooLong = true;
                filled = 0;
            } else {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
        }

        private void finish(int from, int to) {
            if (skipsTooLong) {
                skipsTooLong = false;
                Location at = file.atLine((int) Math.min(line, Integer.MAX_VALUE));
                sink.damaged(
                        LineFault.TOO_LONG,
                        new Damage(at, DamageKind.TOO_LARGE, "a line of at most " + MAX_LINE_BYTES + " bytes", "more"),
                        line);
            } else {
                parser.parseLine(buffer, from, to, line, sink);
            }
            line++;
        }
    }
}
