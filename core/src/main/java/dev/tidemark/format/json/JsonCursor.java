package dev.tidemark.format.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks over one JSON value in UTF-8 bytes and materialises only what is asked for; a skipped string costs a scan of
 * its bytes. For logs of millions of lines, where {@link JsonParser} would be too slow.
 *
 * <p>It is strict: what it accepts, every JSON reader accepts. At the first byte that it does not understand it throws
 * {@link NotJsonException}; callers then ask {@link JsonParser} about the same bytes, whose judgement and message count.
 * Depth needs no bound, as skipping counts brackets and does not recurse.
 */
public final class JsonCursor {
    /** The bytes are not JSON, or not as strict as this cursor wants it. */
    public static class NotJsonException extends Exception {
        private static final long serialVersionUID = 1L;

        protected NotJsonException(String message) {
            super(message, null, false, false);
        }
    }

    /** What stands at the cursor. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        /** A number without fraction and exponent. */
        WHOLE,
        /** A number with fraction or exponent. */
        FRACTION,
        TRUTH,
        NULL
    }

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long LOWS = ~HIGHS;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * 0x20;
    private static final int MAX_WHOLE_DIGITS = 18;

    private byte[] bytes;
    private int position;
    private int end;

    /** A cursor to be put over bytes with {@link #over}. */
    public JsonCursor() {
        this.bytes = new byte[0];
    }

    /** Puts the cursor before the first value in a range of bytes, which must not change while it is used. */
    public JsonCursor over(byte[] text, int from, int to) {
        this.bytes = text;
        this.position = from;
        this.end = to;
        return this;
    }

    /** The index of the next byte to be read. */
    public int position() {
        return position;
    }

    /** Moves past white space; whether anything follows. */
    public boolean hasMore() {
        skipSpace();
        return position < end;
    }

    /** The kind of the value ahead; the cursor stands before its first byte. */
    public Kind kind() throws NotJsonException {
        skipSpace();
        if (position >= end) {
            throw new NotJsonException("ended before a value");
        }
        byte first = bytes[position];
        return switch (first) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            case 't', 'f' -> Kind.TRUTH;
            case 'n' -> Kind.NULL;
            default -> {
                if (first == '-' || isDigit(first)) {
                    yield numberKind();
                }
                throw new NotJsonException("no value starts here");
            }
        };
    }

    /** Enters an object; whether it has a member, whose name is ahead. */
    public boolean enterObject() throws NotJsonException {
        expect('{');
        skipSpace();
        if (peek() == '}') {
            position++;
            return false;
        }
        return true;
    }

    /** After a member's value: whether another member is ahead; leaves the object when not. */
    public boolean nextMember() throws NotJsonException {
        return next('}');
    }

    /** Enters an array; whether it has an item. */
    public boolean enterArray() throws NotJsonException {
        expect('[');
        skipSpace();
        if (peek() == ']') {
            position++;
            return false;
        }
        return true;
    }

    /** After an item: whether another is ahead; leaves the array when not. */
    public boolean nextItem() throws NotJsonException {
        return next(']');
    }

    /** Reads a member's name and the colon. */
    public String name() throws NotJsonException {
        skipSpace();
        String name = string();
        expect(':');
        return name;
    }

    /**
     * Reads a member's name and the colon when it is one of the given ASCII names.
     *
     * @param likely the index at which to look first: writers keep to an order
     * @return its index in {@code known}, or -1 for any other name, which is skipped
     */
    public int name(byte[][] known, int likely) throws NotJsonException {
        skipSpace();
        if (likely < known.length && isNameAhead(known[likely])) {
            position += known[likely].length + 2;
            expect(':');
            return likely;
        }
        expect('"');
        int start = position;
        skipStringBody();
        int length = position - 1 - start;
        int found = -1;
        for (int i = 0; i < known.length; i++) {
            byte[] candidate = known[i];
            if (candidate.length == length && regionEquals(start, candidate)) {
                found = i;
                break;
            }
        }
        if (found < 0 && hasEscape(start, length)) {
            // An escaped spelling of a known name is rare enough to leave to the slow way.
            throw new NotJsonException("an escape in a name");
        }
        expect(':');
        return found;
    }

    private boolean isNameAhead(byte[] name) {
        int behind = position + 1 + name.length;
        return behind < end && bytes[position] == '"' && bytes[behind] == '"' && regionEquals(position + 1, name);
    }

    /** Reads a string. */
    public String string() throws NotJsonException {
        expect('"');
        int start = position;
        boolean plain = skipStringBody();
        int length = position - 1 - start;
        if (plain) {
            return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
        }
        if (!hasEscape(start, length)) {
            return new String(bytes, start, length, StandardCharsets.UTF_8);
        }
        return unescaped(start, start + length);
    }

    /** Reads a whole number of at most 18 digits. */
    public long whole() throws NotJsonException {
        skipSpace();
        int at = position;
        boolean negative = at < end && bytes[at] == '-';
        if (negative) {
            at++;
        }
        int firstDigit = at;
        long value = 0;
        while (at < end && isDigit(bytes[at])) {
            value = value * 10 + (bytes[at] - '0');
            at++;
        }
        int digits = at - firstDigit;
        if (digits == 0 || digits > MAX_WHOLE_DIGITS || (digits > 1 && bytes[firstDigit] == '0')) {
            throw new NotJsonException("not a whole number of at most 18 digits");
        }
        requireNumberEnd(at);
        position = at;
        return negative ? -value : value;
    }

    /** Reads a truth value. */
    public boolean truth() throws NotJsonException {
        skipSpace();
        if (peek() == 't') {
            literal("true");
            return true;
        }
        literal("false");
        return false;
    }

    /** Reads a null when one is ahead; whether it was. */
    public boolean skipNull() throws NotJsonException {
        skipSpace();
        if (peek() != 'n') {
            return false;
        }
        literal("null");
        return true;
    }

    /** Skips one value of any kind. */
    public void skip() throws NotJsonException {
        skipSpace();
        byte first = peek();
        if (first == '"') {
            position++;
            skipStringBody();
        } else if (first == '{' || first == '[') {
            skipNested();
        } else {
            skipScalar();
        }
    }

    /** Skips one value and returns its bytes as text, as they stand. */
    public String raw() throws NotJsonException {
        skipSpace();
        int start = position;
        skip();
        return new String(bytes, start, position - start, StandardCharsets.UTF_8);
    }

    /**
     * Skips what is nested, holding the grammar of JSON: one bit a level says whether it is an object, so that depth
     * costs memory of its own size and no recursion.
     */
    private void skipNested() throws NotJsonException {
        java.util.BitSet objects = new java.util.BitSet();
        int depth = 0;
        boolean valueDone = false;
        do {
            if (!valueDone) {
                skipSpace();
                byte first = peek();
                if (first == '{' || first == '[') {
                    boolean object = first == '{';
                    position++;
                    depth++;
                    objects.set(depth, object);
                    skipSpace();
                    byte ahead = peek();
                    if (ahead == (object ? '}' : ']')) {
                        position++;
                        depth--;
                        valueDone = true;
                    } else if (object) {
                        skipName();
                    }
                    continue;
                }
                if (first == '"') {
                    position++;
                    skipStringBody();
                } else {
                    skipScalar();
                }
            }
            valueDone = false;
            boolean object = objects.get(depth);
            if (!next(object ? '}' : ']')) {
                depth--;
                valueDone = true;
            } else if (object) {
                skipName();
            }
        } while (depth > 0);
    }

    /** Skips a member's name and the colon. */
    public void skipName() throws NotJsonException {
        skipSpace();
        expect('"');
        skipStringBody();
        expect(':');
    }

    private void skipScalar() throws NotJsonException {
        byte first = peek();
        if (first == '"') {
            position++;
            skipStringBody();
            return;
        }
        switch (first) {
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> position = numberEnd();
        }
    }

    private boolean next(char close) throws NotJsonException {
        skipSpace();
        byte ahead = peek();
        if (ahead == ',') {
            position++;
            return true;
        }
        if (ahead == close) {
            position++;
            return false;
        }
        throw new NotJsonException("neither a comma nor the end");
    }

    private Kind numberKind() throws NotJsonException {
        int stop = numberEnd();
        for (int i = position; i < stop; i++) {
            byte at = bytes[i];
            if (at == '.' || at == 'e' || at == 'E') {
                return Kind.FRACTION;
            }
        }
        return Kind.WHOLE;
    }

    private int numberEnd() throws NotJsonException {
        int at = position;
        if (at < end && bytes[at] == '-') {
            at++;
        }
        int firstDigit = at;
        at = digitsEnd(at);
        if (at - firstDigit > 1 && bytes[firstDigit] == '0') {
            throw new NotJsonException("a leading zero");
        }
        if (at < end && bytes[at] == '.') {
            at = digitsEnd(at + 1);
        }
        if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            at = digitsEnd(at);
        }
        requireNumberEnd(at);
        return at;
    }

    private int digitsEnd(int from) throws NotJsonException {
        int at = from;
        while (at < end && isDigit(bytes[at])) {
            at++;
        }
        if (at == from) {
            throw new NotJsonException("a digit is missing");
        }
        return at;
    }

    private void requireNumberEnd(int at) throws NotJsonException {
        if (at < end) {
            byte behind = bytes[at];
            if (behind != ',' && behind != '}' && behind != ']' && !isSpace(behind)) {
                throw new NotJsonException("a number runs into something else");
            }
        }
    }

    /**
     * Moves behind the closing quote.
     *
     * @return whether the string is ASCII without escapes
     */
    private boolean skipStringBody() throws NotJsonException {
        byte[] text = bytes;
        int at = position;
        int stop = end;
        boolean plain = true;
        while (true) {
            // Statistics are JSON inside a string, where every other word holds an escaped quote: those are passed
            // over here, eight bytes at a time; anything rarer is left to the bytewise part below.
            long carry = 0;
            while (at + Long.BYTES <= stop) {
                long word = (long) LONGS.get(text, at);
                long quotes = zeroBytes(word ^ QUOTES);
                long slashes = zeroBytes(word ^ BACKSLASHES);
                long rare = ((word - SPACES) & ~word & HIGHS) | (word & HIGHS);
                long escaped = slashes << Byte.SIZE | carry;
                if ((rare | (escaped & ~quotes)) != 0) {
                    at += carry == 0 ? Long.numberOfTrailingZeros(rare | slashes | quotes) >>> 3 : -1;
                    break;
                }
                plain &= escaped == 0;
                long ends = quotes & ~escaped;
                if (ends != 0) {
                    position = at + (Long.numberOfTrailingZeros(ends) >>> 3) + 1;
                    return plain && slashes == 0;
                }
                carry = slashes >>> (Long.SIZE - Byte.SIZE);
                at += Long.BYTES;
            }
            if (carry != 0 && at + Long.BYTES > stop) {
                at--;
            }
            if (at >= stop) {
                throw new NotJsonException("ended inside a string");
            }
            int here = text[at] & 0xFF;
            if (here == '"') {
                position = at + 1;
                return plain;
            }
            if (here == '\\') {
                plain = false;
                at = escapeEnd(at);
            } else if (here < 0x20) {
                throw new NotJsonException("a control character in a string");
            } else if (here >= 0x80) {
                plain = false;
                at = characterEnd(at);
            } else {
                at++;
            }
        }
    }

    /** The high bit of every byte that is 0, and no other bit. */
    private static long zeroBytes(long word) {
        return ~(((word & LOWS) + LOWS) | word | LOWS);
    }

    private int escapeEnd(int at) throws NotJsonException {
        if (at + 1 >= end) {
            throw new NotJsonException("ended inside an escape");
        }
        switch (bytes[at + 1]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
                return at + 2;
            }
            case 'u' -> {
                if (at + 6 > end) {
                    throw new NotJsonException("ended inside an escape");
                }
                for (int i = at + 2; i < at + 6; i++) {
                    if (Character.digit(bytes[i], 16) < 0) {
                        throw new NotJsonException("not a hexadecimal digit");
                    }
                }
                return at + 6;
            }
            default -> throw new NotJsonException("no such escape");
        }
    }

    private int characterEnd(int at) throws NotJsonException {
        int first = bytes[at] & 0xFF;
        int length = first >= 0xF0 && first < 0xF8 ? 4 : first >= 0xE0 ? 3 : 2;
        if (first < 0xC2 || first > 0xF4 || at + length > end) {
            throw new NotJsonException("not UTF-8");
        }
        for (int i = at + 1; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                throw new NotJsonException("not UTF-8");
            }
        }
        return at + length;
    }

    private String unescaped(int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        int at = from;
        int plainFrom = from;
        while (at < to) {
            if (bytes[at] != '\\') {
                at++;
                continue;
            }
            text.append(new String(bytes, plainFrom, at - plainFrom, StandardCharsets.UTF_8));
            byte escape = bytes[at + 1];
            if (escape == 'u') {
                String digits = new String(bytes, at + 2, 4, StandardCharsets.ISO_8859_1);
                text.append((char) Integer.parseInt(digits, 16));
                at += 6;
            } else {
                text.append(unescaped(escape));
                at += 2;
            }
            plainFrom = at;
        }
        text.append(new String(bytes, plainFrom, to - plainFrom, StandardCharsets.UTF_8));
        return text.toString();
    }

    private static char unescaped(byte escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> (char) escape;
        };
    }

    private boolean regionEquals(int start, byte[] candidate) {
        return Arrays.equals(bytes, start, start + candidate.length, candidate, 0, candidate.length);
    }

    private boolean hasEscape(int start, int length) {
        for (int i = start; i < start + length; i++) {
            if (bytes[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    private void literal(String word) throws NotJsonException {
        int length = word.length();
        if (position + length > end) {
            throw new NotJsonException("ended inside a word");
        }
        for (int i = 0; i < length; i++) {
            if (bytes[position + i] != word.charAt(i)) {
                throw new NotJsonException("no such word");
            }
        }
        requireNumberEnd(position + length);
        position += length;
    }

    private void expect(char wanted) throws NotJsonException {
        skipSpace();
        if (peek() != wanted) {
            throw new NotJsonException("something else than " + wanted);
        }
        position++;
    }

    private byte peek() throws NotJsonException {
        if (position >= end) {
            throw new NotJsonException("ended too early");
        }
        return bytes[position];
    }

    private void skipSpace() {
        while (position < end && isSpace(bytes[position])) {
            position++;
        }
    }

    private static boolean isSpace(byte at) {
        return at == ' ' || at == '\t' || at == '\n' || at == '\r';
    }

    private static boolean isDigit(byte at) {
        return at >= '0' && at <= '9';
    }
}
