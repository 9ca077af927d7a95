package dev.tidemark.checkpoint.log;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a log file as the lines that Spark sees: split at {@code \n}, {@code \r\n} and {@code \r}, a line end at the end
 * of the file begins no further line (Scala's {@code Source.getLines} over a {@code BufferedReader}).
 */
public final class LogText {
    /** More lines than any offset or commit file has; a file with more is not taken apart. */
    public static final int MAX_LINES = 100_000;

    /** What stands in a text for bytes that are no UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private LogText() {}

    /** The lines; bytes that are no UTF-8 become U+FFFD and a damage with {@link LogFlaw.NotUtf8}. */
    public static Parsed<List<String>> lines(Location at, byte[] bytes) {
        String usual = new String(bytes, StandardCharsets.UTF_8);
        if (usual.indexOf(REPLACEMENT) < 0) {
            return split(at, usual, null);
        }
        CharsetDecoder strict = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = strict.decode(in, out, true);
        String text = result.isError()
                ? new String(bytes, StandardCharsets.UTF_8)
                : out.flip().toString();
        if (!result.isError()) {
            return split(at, text, null);
        }
        long offset = in.position();
        Damage damage = new Damage(at.atByte(offset), DamageKind.MALFORMED, "UTF-8 text", "bytes that are none");
        return split(at, text, damage.because(new LogFlaw.NotUtf8(offset)));
    }

    private static Parsed<List<String>> split(Location at, String text, @Nullable Damage damage) {
        List<String> lines = new ArrayList<>();
        if (!split(text, lines)) {
            return Parsed.damaged(new Damage(
                    at, DamageKind.TOO_LARGE, "at most " + MAX_LINES + " lines", "more than " + MAX_LINES + " lines"));
        }
        return damage == null ? Parsed.intact(List.copyOf(lines)) : Parsed.damaged(List.copyOf(lines), damage);
    }

    /**
     * The damage with its byte counted from the start of the file, where a parser of one line counted characters from the
     * start of that line.
     */
    public static Damage inFile(Damage damage, byte[] bytes) {
        Location at = damage.at();
        if (at.line() == Location.NO_LINE || at.byteOffset() == Location.NO_BYTE) {
            return damage;
        }
        int start = startOfLine(at.line(), bytes);
        int chars = (int) Math.min(at.byteOffset(), bytes.length - start);
        String rest = new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
        int column = rest.substring(0, Math.min(chars, rest.length())).getBytes(StandardCharsets.UTF_8).length;
        return new Damage(
                at.atByte((long) start + column), damage.kind(), damage.expected(), damage.found(), damage.cause());
    }

    private static int startOfLine(int line, byte[] bytes) {
        int position = 0;
        for (int current = 1; current < line; current++) {
            while (position < bytes.length && bytes[position] != '\n' && bytes[position] != '\r') {
                position++;
            }
            boolean isPair = position + 1 < bytes.length && bytes[position] == '\r' && bytes[position + 1] == '\n';
            position = Math.min(bytes.length, position + (isPair ? 2 : 1));
        }
        return position;
    }

    private static boolean split(String text, List<String> lines) {
        int start = 0;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c != '\n' && c != '\r') {
                i++;
                continue;
            }
            if (lines.size() >= MAX_LINES) {
                return false;
            }
            lines.add(text.substring(start, i));
            i += c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n' ? 2 : 1;
            start = i;
        }
        if (start < text.length()) {
            lines.add(text.substring(start));
        }
        return true;
    }
}
