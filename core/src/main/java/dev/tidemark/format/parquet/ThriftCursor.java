package dev.tidemark.format.parquet;

import java.nio.charset.StandardCharsets;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;

/**
 * Walks a struct in Thrift's compact protocol. Fields of an unexpected type are skipped, nothing is allocated by a length
 * that the remaining bytes do not cover, and nesting is bounded.
 */
final class ThriftCursor {
    static final int STOP = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int BYTE = 3;
    static final int I16 = 4;
    static final int I32 = 5;
    static final int I64 = 6;
    static final int DOUBLE = 7;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int SET = 10;
    static final int MAP = 11;
    static final int STRUCT = 12;

    private static final int MAX_DEPTH = 32;

    private final Location at;
    private final byte[] bytes;
    private final int limit;
    private final long base;
    private int position;
    private int depth;
    private int fieldId;
    private int fieldType;
    private final int[] outerFieldIds = new int[MAX_DEPTH];

    /** @param base the file's offset of {@code bytes[0]} */
    ThriftCursor(Location at, byte[] bytes, int position, int limit, long base) {
        this.at = at;
        this.bytes = bytes;
        this.position = position;
        this.limit = limit;
        this.base = base;
    }

    int position() {
        return position;
    }

    /** Steps into a struct; {@link #nextField()} leaves it again at its end. */
    void enterStruct() {
        if (depth == MAX_DEPTH) {
            throw malformed("at most " + MAX_DEPTH + " nested structs", "more");
        }
        outerFieldIds[depth++] = fieldId;
        fieldId = 0;
    }

    /** Moves to the next field of the struct entered last. False at its end. */
    boolean nextField() {
        int header = unsignedByte();
        fieldType = header & 15;
        if (fieldType == STOP) {
            fieldId = outerFieldIds[--depth];
            return false;
        }
        int delta = header >>> 4;
        fieldId = delta == 0 ? (short) zigZag() : fieldId + delta;
        return true;
    }

    int fieldId() {
        return fieldId;
    }

    /** Whether the field at hand has this id and type; one with the id and another type is left for {@link #skip()}. */
    boolean isField(int id, int type) {
        return fieldId == id && fieldType == type;
    }

    boolean isTruthField(int id) {
        return fieldId == id && (fieldType == TRUE || fieldType == FALSE);
    }

    boolean truth() {
        return fieldType == TRUE;
    }

    int i32(String name) {
        long value = zigZag();
        if (value != (int) value) {
            throw malformed(name + " of 32 bits", Long.toString(value));
        }
        return (int) value;
    }

    long i64() {
        return zigZag();
    }

    int i8() {
        return (byte) unsignedByte();
    }

    byte[] binary() {
        int length = length("bytes", 1);
        byte[] value = new byte[length];
        System.arraycopy(bytes, position, value, 0, length);
        position += length;
        return value;
    }

    String text() {
        int length = length("bytes", 1);
        String value = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }

    /** The count of a list whose items have this type; a list of other items is malformed. */
    int list(int itemType, String name) {
        int header = unsignedByte();
        if ((header & 15) != itemType && !(header >>> 4 == 0)) {
            throw malformed(name + " as a list of type " + itemType, "type " + (header & 15));
        }
        int size = header >>> 4;
        return size == 15 ? length(name, 1) : size;
    }

    /** Passes over the field at hand. */
    void skip() {
        skip(fieldType, 0);
    }

    private void skip(int type, int nesting) {
        if (nesting > MAX_DEPTH) {
            throw malformed("at most " + MAX_DEPTH + " nested values", "more");
        }
        switch (type) {
            case TRUE, FALSE -> {}
            case BYTE -> advance(1);
            case I16, I32, I64 -> varint();
            case DOUBLE -> advance(8);
            case BINARY -> advance(length("bytes", 1));
            case LIST, SET -> {
                int header = unsignedByte();
                int size = header >>> 4 == 15 ? length("items", 1) : header >>> 4;
                skipItems(header & 15, size, nesting);
            }
            case MAP -> {
                int size = length("entries", 1);
                if (size > 0) {
                    int types = unsignedByte();
                    for (int i = 0; i < size; i++) {
                        skipItem(types >>> 4, nesting);
                        skipItem(types & 15, nesting);
                    }
                }
            }
            case STRUCT -> skipStruct(nesting);
            default -> throw malformed("a Thrift type", "type " + type);
        }
    }

    private void skipItems(int type, int size, int nesting) {
        for (int i = 0; i < size; i++) {
            skipItem(type, nesting);
        }
    }

    private void skipItem(int type, int nesting) {
        if (type == TRUE || type == FALSE) {
            advance(1);
        } else {
            skip(type, nesting + 1);
        }
    }

    private void skipStruct(int nesting) {
        while (true) {
            int header = unsignedByte();
            if ((header & 15) == STOP) {
                return;
            }
            if (header >>> 4 == 0) {
                varint();
            }
            skip(header & 15, nesting + 1);
        }
    }

    private int length(String name, int bytesEach) {
        long length = varint();
        if (length < 0 || length > (limit - position) / bytesEach) {
            MalformedException beyond =
                    malformed(name + " that fit the " + (limit - position) + " bytes left", Long.toString(length));
            throw new MalformedException(beyond.damage().because(ThriftFlaw.BEYOND_THE_BYTES));
        }
        return (int) length;
    }

    private void advance(int count) {
        if (count > limit - position) {
            throw truncated();
        }
        position += count;
    }

    private long zigZag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = unsignedByte();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw malformed("a varint of at most 10 bytes", "more");
    }

    private int unsignedByte() {
        if (position >= limit) {
            throw truncated();
        }
        return bytes[position++] & 0xff;
    }

    private MalformedException truncated() {
        return new MalformedException(
                at.atByte(base + limit), DamageKind.TRUNCATED, "more of a Thrift struct", "its end");
    }

    MalformedException malformed(String expected, String found) {
        return new MalformedException(at.atByte(base + position), DamageKind.MALFORMED, expected, found);
    }
}
