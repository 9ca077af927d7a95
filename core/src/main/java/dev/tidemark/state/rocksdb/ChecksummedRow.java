package dev.tidemark.state.rocksdb;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.state.RowChecksum;
import dev.tidemark.state.StateFlaw;

/**
 * Takes row checksums off stored bytes and holds the bytes against them. Spark 4.2: StateStoreRowChecksum. A value is a
 * sequence of checksum, length and bytes, once for each operand of the merge operator; a removed key has its checksum in
 * front.
 */
final class ChecksummedRow {
    private static final int CHECKSUM_BYTES = RowChecksum.BYTES;
    private static final int HEADER_BYTES = CHECKSUM_BYTES + Integer.BYTES;

    private ChecksummedRow() {}

    /**
     * The value as it is without checksums.
     *
     * @param key as stored, with the column family's id
     */
    static Slice value(Location at, Slice key, Slice stored, MergeDelimiter delimiter) {
        Slice first = element(at, key, stored, 0);
        int position = HEADER_BYTES + first.length();
        if (position == stored.length()) {
            return first;
        }
        byte[] bytes = new byte[stored.length()];
        System.arraycopy(first.array(), first.offset(), bytes, 0, first.length());
        int length = first.length();
        while (position < stored.length()) {
            int behind = delimiter.skip(at, stored, position);
            for (int i = position; i < behind; i++) {
                bytes[length++] = stored.at(i);
            }
            Slice next = element(at, key, stored, behind);
            System.arraycopy(next.array(), next.offset(), bytes, length, next.length());
            length += next.length();
            position = behind + HEADER_BYTES + next.length();
        }
        return new Slice(bytes, 0, length);
    }

    /** The key of a removal without its checksum. */
    static Slice removedKey(Location at, Slice stored) {
        if (stored.length() < CHECKSUM_BYTES) {
            throw new MalformedException(
                    at, DamageKind.TRUNCATED, "a row checksum of 4 bytes", stored.length() + " bytes");
        }
        Slice key = stored.from(CHECKSUM_BYTES);
        require(at, stored, 0, key, Slice.EMPTY);
        return key;
    }

    private static Slice element(Location at, Slice key, Slice stored, int position) {
        int left = stored.length() - position - HEADER_BYTES;
        if (left < 0) {
            throw new MalformedException(
                    at,
                    DamageKind.TRUNCATED,
                    "a row checksum and a length, 8 bytes",
                    stored.length() - position + " bytes");
        }
        int length = LittleEndian.intAt(stored.array(), stored.offset() + position + CHECKSUM_BYTES);
        if (length < 0 || length > left) {
            throw new MalformedException(
                    at,
                    DamageKind.MALFORMED,
                    "a checksummed value of at most " + left + " bytes",
                    Integer.toString(length));
        }
        Slice value = stored.part(position + HEADER_BYTES, length);
        require(at, stored, position, key, value);
        return value;
    }

    private static void require(Location at, Slice checksums, int checksumAt, Slice key, Slice value) {
        boolean matches = RowChecksum.matches(
                checksums.array(),
                checksums.offset() + checksumAt,
                key.array(),
                key.offset(),
                key.length(),
                value.array(),
                value.offset(),
                value.length());
        if (!matches) {
            int expected = LittleEndian.intAt(checksums.array(), checksums.offset() + checksumAt);
            Damage damage = new Damage(
                    at,
                    DamageKind.CHECKSUM_MISMATCH,
                    "a row with checksum " + Integer.toHexString(expected),
                    "a row of " + key.length() + " and " + value.length() + " bytes with another");
            throw new MalformedException(damage.because(StateFlaw.OTHER_ROW));
        }
    }
}
