package dev.tidemark.format.binary;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;

/**
 * Walks over bytes written by {@code java.io.DataOutput}: big-endian, bounded, and every failure says at which byte.
 * Flies {@link MalformedException}, which the parser that made the cursor catches.
 */
public final class ByteCursor {
    private final Location at;
    private final Slice bytes;
    private int position;

    public ByteCursor(Location at, Slice bytes) {
        this.at = at;
        this.bytes = bytes;
    }

    /** Bytes behind the cursor. */
    public int position() {
        return position;
    }

    /** Bytes before the cursor. */
    public int remaining() {
        return bytes.length() - position;
    }

    /** Whether all bytes are behind the cursor. */
    public boolean atEnd() {
        return remaining() == 0;
    }

    /** A byte, unsigned. */
    public int unsignedByte(String what) {
        require(1, what);
        return bytes.at(position++) & 0xff;
    }

    /** Two bytes, unsigned. */
    public int unsignedShort(String what) {
        require(2, what);
        return unsignedByte(what) << 8 | unsignedByte(what);
    }

    /** Two bytes, signed. */
    public short signedShort(String what) {
        return (short) unsignedShort(what);
    }

    /** Four bytes, signed. */
    public int signedInt(String what) {
        require(4, what);
        return unsignedShort(what) << 16 | unsignedShort(what);
    }

    /** Eight bytes, signed. */
    public long signedLong(String what) {
        require(8, what);
        return (long) signedInt(what) << 32 | (signedInt(what) & 0xffff_ffffL);
    }

    /** The next bytes, in place. */
    public Slice take(int count, String what) {
        if (count < 0) {
            throw malformed("the length of " + what, Integer.toString(count));
        }
        require(count, what);
        Slice taken = bytes.part(position, count);
        position += count;
        return taken;
    }

    /** A string as {@code DataOutput.writeUTF} writes it: two bytes of length, then modified UTF-8. */
    public String utf(String what) {
        int length = unsignedShort(what);
        int start = position;
        Slice encoded = take(length, what);
        StringBuilder text = new StringBuilder(length);
        int i = 0;
        while (i < length) {
            int first = encoded.at(i) & 0xff;
            int size = first < 0x80 ? 1 : first >> 5 == 0b110 ? 2 : first >> 4 == 0b1110 ? 3 : 0;
            if (size == 0 || i + size > length || !continues(encoded, i + 1, size - 1)) {
                throw new MalformedException(
                        at.atByte(start + (long) i),
                        DamageKind.MALFORMED,
                        what + " in modified UTF-8",
                        "byte " + first);
            }
            text.append(character(encoded, i, size));
            i += size;
        }
        return text.toString();
    }

    /** A damage at the cursor. */
    public MalformedException malformed(String expected, String found) {
        return new MalformedException(at.atByte(position), DamageKind.MALFORMED, expected, found);
    }

    private static boolean continues(Slice encoded, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if ((encoded.at(i) & 0xc0) != 0x80) {
                return false;
            }
        }
        return true;
    }

    private static char character(Slice encoded, int at, int size) {
        int first = encoded.at(at) & 0xff;
        return (char)
                switch (size) {
                    case 1 -> first;
                    case 2 -> (first & 0x1f) << 6 | (encoded.at(at + 1) & 0x3f);
                    default -> (first & 0x0f) << 12 | (encoded.at(at + 1) & 0x3f) << 6 | (encoded.at(at + 2) & 0x3f);
                };
    }

    private void require(int count, String what) {
        if (remaining() < count) {
            throw new MalformedException(
                    at.atByte(position), DamageKind.TRUNCATED, what, "the end after " + remaining() + " bytes");
        }
    }
}
