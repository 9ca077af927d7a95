package dev.tidemark.format.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * JSON written straight into bytes, for rows by the million: no tree, no text in between. The caller minds commas through
 * {@link #name} and {@link #item}; brackets are plain bytes.
 */
public final class JsonBytes {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MIN_LONG = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_LONG_DIGITS = 20;
    private static final int MOST_POSITIVE_DIGITS = 19;

    private byte[] bytes;
    private int length;

    /** An empty buffer that grows from that many bytes. */
    public JsonBytes(int initialBytes) {
        bytes = new byte[initialBytes];
    }

    /** The bytes written, shared; good until the next write. */
    public byte[] array() {
        return bytes;
    }

    /** How many were written. */
    public int length() {
        return length;
    }

    /** Forgets all but the first {@code newLength} bytes. */
    public void truncate(int newLength) {
        if (newLength < 0 || newLength > length) {
            throw new IllegalArgumentException(newLength + " of " + length + " bytes");
        }
        length = newLength;
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** One byte as it is: a bracket, a comma, a line end. */
    public JsonBytes raw(char ascii) {
        ensure(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    /** Bytes that are JSON already. */
    public JsonBytes raw(byte[] json) {
        ensure(json.length);
        System.arraycopy(json, 0, bytes, length, json.length);
        length += json.length;
        return this;
    }

    /** A comma, unless an object or array has just begun. */
    public JsonBytes item() {
        if (length > 0 && bytes[length - 1] != '{' && bytes[length - 1] != '[') {
            raw(',');
        }
        return this;
    }

    /** A member's name made by {@link #encodedName}, after a comma where one is due. */
    public JsonBytes name(byte[] encoded) {
        return item().raw(encoded);
    }

    /** A name as JSON with its colon, to be made once and used for every row. */
    public static byte[] encodedName(String name) {
        JsonBytes json = new JsonBytes(name.length() + 8);
        json.text(name).raw(':');
        return json.toBytes();
    }

    public JsonBytes nullValue() {
        return raw(NULL);
    }

    public JsonBytes truth(boolean value) {
        return raw(value ? TRUE : FALSE);
    }

    /** A whole number. */
    public JsonBytes number(long value) {
        if (value == Long.MIN_VALUE) {
            return raw(MIN_LONG);
        }
        ensure(MOST_LONG_DIGITS);
        long rest = value;
        if (rest < 0) {
            bytes[length++] = '-';
            rest = -rest;
        }
        digits(rest, digitCount(rest));
        return this;
    }

    /** A whole number that is not negative, with zeros before it up to {@code width} digits. */
    public JsonBytes padded(long value, int width) {
        if (width == 2 && value < 100) {
            return twoDigits((int) value);
        }
        ensure(MOST_LONG_DIGITS + width);
        digits(value, Math.max(width, digitCount(value)));
        return this;
    }

    /** A decimal, digit by digit. */
    public JsonBytes number(BigDecimal value) {
        return ascii(value.toPlainString());
    }

    /** A double; the three that JSON lacks become strings. */
    public JsonBytes number(double value) {
        return Double.isFinite(value) ? ascii(Double.toString(value)) : text(Double.toString(value));
    }

    /** A float; the three that JSON lacks become strings. */
    public JsonBytes number(float value) {
        return Float.isFinite(value) ? ascii(Float.toString(value)) : text(Float.toString(value));
    }

    /** A string. */
    public JsonBytes text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return text(utf8, 0, utf8.length);
    }

    /** A string given as UTF-8; what is no UTF-8 becomes U+FFFD. */
    public JsonBytes text(byte[] utf8, int offset, int count) {
        ensure(count + 2);
        bytes[length++] = '"';
        int end = offset + count;
        int plain = plainUntil(utf8, offset, end);
        System.arraycopy(utf8, offset, bytes, length, plain - offset);
        length += plain - offset;
        for (int i = plain; i < end; i++) {
            byte b = utf8[i];
            if (b < 0) {
                return textBeyondAscii(utf8, i, end - i);
            }
            character(b, end - i);
        }
        raw('"');
        return this;
    }

    /** Where the first byte stands that is no ASCII or wants an escape: most text has none. */
    private static int plainUntil(byte[] utf8, int offset, int end) {
        int at = offset;
        while (at < end && utf8[at] >= ' ' && utf8[at] != '"' && utf8[at] != '\\' && utf8[at] != 0x7f) {
            at++;
        }
        return at;
    }

    /** Bytes as Base64. */
    public JsonBytes base64(byte[] array, int offset, int count) {
        byte[] encoded = java.util.Base64.getEncoder().encode(Arrays.copyOfRange(array, offset, offset + count));
        return raw('"').raw(encoded).raw('"');
    }

    /** ASCII text as it is, without quotes or escapes. */
    public JsonBytes ascii(String text) {
        int count = text.length();
        ensure(count);
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    private JsonBytes textBeyondAscii(byte[] utf8, int offset, int count) {
        byte[] sound = new String(utf8, offset, count, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        ensure(sound.length + 1);
        for (int i = 0; i < sound.length; i++) {
            character(sound[i], sound.length - i);
        }
        return raw('"');
    }

    private void character(byte b, int stillToCome) {
        if (b >= 0 && (b < ' ' || b == '"' || b == '\\' || b == 0x7f)) {
            ensure(6 + stillToCome);
            escaped(b);
        } else {
            bytes[length++] = b;
        }
    }

    private void escaped(byte b) {
        bytes[length++] = '\\';
        switch (b) {
            case '"', '\\' -> bytes[length++] = b;
            case '\n' -> bytes[length++] = 'n';
            case '\r' -> bytes[length++] = 'r';
            case '\t' -> bytes[length++] = 't';
            default -> {
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[b >> 4];
                bytes[length++] = HEX[b & 0xf];
            }
        }
    }

    private JsonBytes twoDigits(int value) {
        ensure(2);
        bytes[length] = (byte) ('0' + value / 10);
        bytes[length + 1] = (byte) ('0' + value % 10);
        length += 2;
        return this;
    }

    private void digits(long value, int count) {
        byte[] to = bytes;
        int first = length;
        int at = first + count;
        long rest = value;
        while (rest > Integer.MAX_VALUE) {
            long tenth = rest / 10;
            to[--at] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        // Dividing ints is several times as quick, and most numbers are that small.
        int small = (int) rest;
        while (at > first) {
            int tenth = small / 10;
            to[--at] = (byte) ('0' + (small - tenth * 10));
            small = tenth;
        }
        length = first + count;
    }

    private static int digitCount(long value) {
        int count = 1;
        long least = 10;
        while (value >= least && count < MOST_POSITIVE_DIGITS) {
            least *= 10;
            count++;
        }
        return count;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more + 64));
        }
    }
}
