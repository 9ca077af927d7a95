package dev.tidemark.checkpoint.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;

/** Lines of a file one by one, split as {@link LogText} splits, each of bounded length. */
final class LineReader {
    private static final int MAX_LINE_CHARS = 4 << 20;

    private final Location at;
    private final Reader in;
    private final char[] buffer = new char[16 << 10];
    private int position;
    private int limit;
    private boolean lineFeedBelongsToLast;
    private int linesDone;

    LineReader(Location at, InputStream in) {
        this.at = at;
        this.in = new InputStreamReader(
                in,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    /**
     * The next line, or empty at the end.
     *
     * @throws MalformedException for a line too long or bytes that are no UTF-8
     */
    Optional<String> next() throws IOException {
        StringBuilder line = new StringBuilder();
        boolean any = false;
        while (fill()) {
            char c = buffer[position];
            if (c == '\n' && lineFeedBelongsToLast && !any) {
                lineFeedBelongsToLast = false;
                position++;
                continue;
            }
            lineFeedBelongsToLast = false;
            any = true;
            int start = position;
            while (position < limit && buffer[position] != '\n' && buffer[position] != '\r') {
                position++;
            }
            append(line, start);
            if (position < limit) {
                lineFeedBelongsToLast = buffer[position] == '\r';
                position++;
                break;
            }
        }
        if (!any) {
            return Optional.empty();
        }
        linesDone++;
        return Optional.of(line.toString());
    }

    private void append(StringBuilder line, int start) {
        if (line.length() + position - start > MAX_LINE_CHARS) {
            throw new MalformedException(
                    at.atLine(linesDone + 1),
                    DamageKind.TOO_LARGE,
                    "a line of at most " + MAX_LINE_CHARS + " characters",
                    "a longer one");
        }
        line.append(buffer, start, position - start);
    }

    private boolean fill() throws IOException {
        if (position < limit) {
            return true;
        }
        try {
            limit = Math.max(0, in.read(buffer));
        } catch (CharacterCodingException noUtf8) {
            Damage damage =
                    new Damage(at.atLine(linesDone + 1), DamageKind.MALFORMED, "UTF-8 text", "bytes that are none");
            throw new MalformedException(damage.because(new LogFlaw.NotUtf8(Location.NO_BYTE)));
        }
        position = 0;
        return limit > 0;
    }
}
