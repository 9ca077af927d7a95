package dev.tidemark.format.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.UUID;

import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.json.JsonBytes;

/**
 * Writes a variant as JSON. A row holds the length of the value in four bytes, the value, and behind it the metadata with
 * the names of fields. Every value takes a byte of its own at least, so no more values are written than there are bytes.
 *
 * <p>Authority: Spark 4.2: VariantVal, UnsafeRow.getVariant, Variant.toJson; the variant encoding of Parquet.
 */
final class VariantJson {
    private static final int MAX_DEPTH = 500;
    private static final int OBJECT = 2;
    private static final int ARRAY = 3;
    private static final int SHORT_TEXT = 1;

    private final byte[] bytes;
    private final int valueStart;
    private final int valueEnd;
    private final int end;
    private int valuesLeft;

    private VariantJson(byte[] bytes, int valueStart, int valueEnd, int end) {
        this.bytes = bytes;
        this.valueStart = valueStart;
        this.valueEnd = valueEnd;
        this.end = end;
        this.valuesLeft = valueEnd - valueStart;
    }

    /** Writes a variant; when its bytes make no sense, writes nothing and says so. */
    static boolean write(JsonBytes to, Slice variant) {
        int start = variant.offset();
        int stop = start + variant.length();
        if (variant.length() < Integer.BYTES) {
            return false;
        }
        long length = whole(variant.array(), start, Integer.BYTES);
        if (length < 1 || length >= variant.length() - Integer.BYTES) {
            return false;
        }
        int valueStart = start + Integer.BYTES;
        VariantJson json = new VariantJson(variant.array(), valueStart, valueStart + (int) length, stop);
        int before = to.length();
        if (json.value(to, valueStart, 0)) {
            return true;
        }
        to.truncate(before);
        return false;
    }

    private boolean value(JsonBytes to, long position, int depth) {
        if (position < valueStart || position >= valueEnd || depth > MAX_DEPTH || valuesLeft-- <= 0) {
            return false;
        }
        int at = (int) position;
        int kind = bytes[at] & 3;
        int detail = (bytes[at] & 0xFF) >>> 2;
        return switch (kind) {
            case SHORT_TEXT -> text(to, at + 1, detail);
            case OBJECT -> object(to, at, detail, depth);
            case ARRAY -> array(to, at, detail, depth);
            default -> primitive(to, at + 1, detail);
        };
    }

    private boolean primitive(JsonBytes to, int at, int type) {
        int width = widthOf(type);
        if (width < 0 || at + width > valueEnd) {
            return false;
        }
        switch (type) {
            case 0 -> to.nullValue();
            case 1 -> to.truth(true);
            case 2 -> to.truth(false);
            case 3, 4, 5, 6 -> to.number(signed(at, width));
            case 7 -> to.number(Double.longBitsToDouble(signed(at, width)));
            case 8, 9, 10 -> to.number(decimal(at, width));
            case 11 -> TimeText.date(to, signed(at, width));
            case 12 -> TimeText.instant(to, signed(at, width));
            case 13 -> TimeText.local(to, signed(at, width));
            case 14 -> to.number(Float.intBitsToFloat((int) signed(at, width)));
            case 15 -> {
                long length = whole(bytes, at, width);
                if (length > valueEnd - at - width) {
                    return false;
                }
                to.base64(bytes, at + width, (int) length);
            }
            case 16 -> {
                return text(to, at + width, whole(bytes, at, width));
            }
            default -> to.text(new UUID(bigEndian(at), bigEndian(at + Long.BYTES)).toString());
        }
        return true;
    }

    /** How many bytes follow the header, those of a text or binary aside; -1 for a type that is not known. */
    private static int widthOf(int type) {
        return switch (type) {
            case 0, 1, 2 -> 0;
            case 3 -> 1;
            case 4 -> 2;
            case 5, 11, 14, 15, 16 -> 4;
            case 6, 7, 12, 13 -> 8;
            case 8 -> 1 + 4;
            case 9 -> 1 + 8;
            case 10 -> 1 + 16;
            case 20 -> 16;
            default -> -1;
        };
    }

    private BigDecimal decimal(int at, int width) {
        byte[] unscaled = new byte[width - 1];
        for (int i = 0; i < unscaled.length; i++) {
            unscaled[unscaled.length - 1 - i] = bytes[at + 1 + i];
        }
        return new BigDecimal(new BigInteger(unscaled), bytes[at] & 0xFF);
    }

    private boolean text(JsonBytes to, int at, long length) {
        if (length > valueEnd - at) {
            return false;
        }
        to.text(bytes, at, (int) length);
        return true;
    }

    private boolean array(JsonBytes to, int at, int detail, int depth) {
        int countWidth = (detail & 4) != 0 ? Integer.BYTES : 1;
        int width = (detail & 3) + 1;
        long offsets = at + 1L + countWidth;
        if (offsets > valueEnd) {
            return false;
        }
        long count = whole(bytes, at + 1, countWidth);
        long data = offsets + (count + 1) * width;
        if (data > valueEnd) {
            return false;
        }
        to.raw('[');
        for (int i = 0; i < count; i++) {
            to.item();
            if (!value(to, data + whole(bytes, (int) offsets + i * width, width), depth + 1)) {
                return false;
            }
        }
        to.raw(']');
        return true;
    }

    private boolean object(JsonBytes to, int at, int detail, int depth) {
        int countWidth = (detail & 16) != 0 ? Integer.BYTES : 1;
        int idWidth = (detail >> 2 & 3) + 1;
        int width = (detail & 3) + 1;
        long ids = at + 1L + countWidth;
        if (ids > valueEnd) {
            return false;
        }
        long count = whole(bytes, at + 1, countWidth);
        long offsets = ids + count * idWidth;
        long data = offsets + (count + 1) * width;
        if (data > valueEnd) {
            return false;
        }
        to.raw('{');
        for (int i = 0; i < count; i++) {
            to.item();
            if (!name(to, whole(bytes, (int) ids + i * idWidth, idWidth))) {
                return false;
            }
            to.raw(':');
            if (!value(to, data + whole(bytes, (int) offsets + i * width, width), depth + 1)) {
                return false;
            }
        }
        to.raw('}');
        return true;
    }

    /** Writes the name of a field from the dictionary in the metadata. */
    private boolean name(JsonBytes to, long id) {
        int width = (bytes[valueEnd] >> 6 & 3) + 1;
        long offsets = valueEnd + 1L + width;
        if (offsets > end) {
            return false;
        }
        long count = whole(bytes, valueEnd + 1, width);
        long texts = offsets + (count + 1) * width;
        if (id >= count || texts > end) {
            return false;
        }
        long from = texts + whole(bytes, (int) (offsets + id * width), width);
        long until = texts + whole(bytes, (int) (offsets + (id + 1) * width), width);
        if (from > until || until > end) {
            return false;
        }
        to.text(bytes, (int) from, (int) (until - from));
        return true;
    }

    private long signed(int at, int width) {
        int unused = Long.SIZE - width * Byte.SIZE;
        return whole(bytes, at, width) << unused >> unused;
    }

    private long bigEndian(int at) {
        return Long.reverseBytes(whole(bytes, at, Long.BYTES));
    }

    /** A little-endian number that is not negative, but for one of eight bytes. */
    private static long whole(byte[] bytes, int at, int width) {
        long number = 0;
        for (int i = width - 1; i >= 0; i--) {
            number = (number << Byte.SIZE) | (bytes[at + i] & 0xFF);
        }
        return number;
    }
}
