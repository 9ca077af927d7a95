package dev.tidemark.state.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.codec.DamagedStreamException;
import dev.tidemark.state.StateFlaw;

/**
 * The records of a change file or snapshot, one after another and each in place: {@code int keyLength, key, int
 * valueLength, value}, a negative value length for a removal, a key length of -1 at the end. Spark 4.2:
 * HDFSBackedStateStoreProvider.updateFromDeltaFile, readSnapshotFile.
 */
final class RecordStream implements Closeable {
    /** A key length that ends the file. */
    private static final int END = -1;

    /** Larger than any row Spark can hold in one buffer in practice; a length beyond it is a lie. */
    private static final int MAX_ROW_BYTES = 1 << 29;

    private static final int INITIAL_BYTES = 1 << 16;

    /** What is read next; put into words only when it is not there. */
    private enum Wanted {
        LENGTH_OF_KEY,
        KEY,
        VALUE;

        String text(int length) {
            return switch (this) {
                case LENGTH_OF_KEY -> "the length of a key";
                case KEY -> "a key of " + length + " bytes";
                case VALUE -> "a value of " + length + " bytes";
            };
        }
    }

    private final Location at;
    private final InputStream decoded;
    private final boolean allowsRemoval;
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int next;
    private int limit;
    private long consumed;
    private long records;

    private int keyOffset;
    private int keyLength;
    private int valueOffset;
    private int valueLength;

    RecordStream(Location at, InputStream decoded, boolean allowsRemoval) {
        this.at = at;
        this.decoded = decoded;
        this.allowsRemoval = allowsRemoval;
    }

    /**
     * Goes to the next record.
     *
     * @return false at the end mark
     * @throws DamagedStreamException where the bytes are wrong
     */
    boolean next() throws IOException {
        require(Integer.BYTES, Wanted.LENGTH_OF_KEY, 0);
        int key = intIn(next);
        next += Integer.BYTES;
        if (key == END) {
            return false;
        }
        if (key < 0 || key > MAX_ROW_BYTES) {
            throw impossible(next - Integer.BYTES, "the length of a key", key, StateFlaw.LENGTH_OF_KEY);
        }
        // Key and value must lie in one buffer, so the key is fetched together with the length behind it.
        require(key + Integer.BYTES, Wanted.KEY, key);
        keyLength = key;
        int value = intIn(next + key);
        if (value > MAX_ROW_BYTES || (value < 0 && !allowsRemoval)) {
            throw impossible(next + key, "the length of a value", value, StateFlaw.LENGTH_OF_VALUE);
        }
        valueLength = value < 0 ? -1 : value;
        int whole = key + Integer.BYTES + Math.max(0, value);
        require(whole, Wanted.VALUE, value);
        keyOffset = next;
        valueOffset = next + key + Integer.BYTES;
        next += whole;
        records++;
        return true;
    }

    /** The array that holds the record; good until the next one. */
    byte[] array() {
        return buffer;
    }

    int keyOffset() {
        return keyOffset;
    }

    int keyLength() {
        return keyLength;
    }

    int valueOffset() {
        return valueOffset;
    }

    /** -1 for a removal. */
    int valueLength() {
        return valueLength;
    }

    boolean isRemoval() {
        return valueLength < 0;
    }

    /** Damage about the record just read. */
    Damage damage(DamageKind kind, String expected, String found) {
        return new Damage(at, kind, expected, found + " in record " + records);
    }

    @Override
    public void close() throws IOException {
        decoded.close();
    }

    private int intIn(int position) {
        return (buffer[position] & 0xff) << 24
                | (buffer[position + 1] & 0xff) << 16
                | (buffer[position + 2] & 0xff) << 8
                | (buffer[position + 3] & 0xff);
    }

    /** Makes sure {@code count} bytes from {@link #next} on are in the buffer, which grows with what is really there. */
    private void require(int count, Wanted what, int length) throws IOException {
        if (limit - next >= count) {
            return;
        }
        if (next > 0) {
            System.arraycopy(buffer, next, buffer, 0, limit - next);
            consumed += next;
            limit -= next;
            next = 0;
        }
        while (limit < count) {
            if (limit == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            }
            int got = decoded.read(buffer, limit, buffer.length - limit);
            if (got < 0) {
                String found = limit == 0 ? "the end of the data" : limit + " bytes";
                throw new DamagedStreamException(damage(next, DamageKind.TRUNCATED, what.text(length), found));
            }
            limit += got;
        }
    }

    private DamagedStreamException impossible(int position, String expected, int found, StateFlaw flaw) {
        Damage damage = damage(position, DamageKind.MALFORMED, expected, Integer.toString(found));
        return new DamagedStreamException(damage.because(flaw));
    }

    private Damage damage(int position, DamageKind kind, String expected, String found) {
        String place = " (record " + (records + 1) + ", byte " + (consumed + position) + " of the decoded data)";
        return new Damage(at, kind, expected, found + place);
    }
}
