package dev.tidemark.state;

import java.util.zip.CRC32C;

import dev.tidemark.format.binary.LittleEndian;

/** The checksum a row may carry since Spark 4.2: CRC32C over key and value, little-endian. */
public final class RowChecksum {
    /** Bytes of a checksum. */
    public static final int BYTES = Integer.BYTES;

    private RowChecksum() {}

    /** Whether the checksum at a place is that of a key followed by a value. */
    public static boolean matches(
            byte[] checksums,
            int checksumOffset,
            byte[] keys,
            int keyOffset,
            int keyLength,
            byte[] values,
            int valueOffset,
            int valueLength) {
        CRC32C crc = new CRC32C();
        crc.update(keys, keyOffset, keyLength);
        crc.update(values, valueOffset, valueLength);
        return (int) crc.getValue() == LittleEndian.intAt(checksums, checksumOffset);
    }
}
