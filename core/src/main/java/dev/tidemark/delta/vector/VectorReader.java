package dev.tidemark.delta.vector;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * Reads deletion vectors. A file of them begins with its version, 1; at its offset each vector has its size, its bytes
 * and their CRC-32, sizes and sums big-endian (Delta: protocol, "Deletion Vector Files").
 */
public final class VectorReader {
    private static final int FILE_VERSION = 1;
    private static final int FRAME_BYTES = 8;
    /** No vector of 4 billion rows is larger than half a gigabyte. */
    private static final int MAX_VECTOR_BYTES = 1 << 29;

    private VectorReader() {}

    /**
     * The rows of a vector that is kept in the log.
     *
     * @param at the action that holds it
     */
    public static Parsed<RowSet> readInline(Location at, DeletionVectorDescriptor vector) {
        byte[] bytes = Z85.decode(vector.pathOrInlineDv()).orElse(null);
        if (bytes == null) {
            return Parsed.damaged(new Damage(at, DamageKind.MALFORMED, "an inline vector in Z85", "other text"));
        }
        int padding = bytes.length - vector.sizeInBytes();
        if (padding < 0 || padding > 3) {
            return Parsed.damaged(new Damage(
                    at,
                    DamageKind.MALFORMED,
                    vector.sizeInBytes() + " bytes of inline vector",
                    bytes.length + " bytes"));
        }
        return RowSetParser.parse(at, Arrays.copyOf(bytes, vector.sizeInBytes()));
    }

    /**
     * The rows of a vector in a file.
     *
     * @throws FileNotFoundException when there is no such file
     * @throws IOException when the storage fails
     */
    public static Parsed<RowSet> read(Storage storage, StoragePath file, DeletionVectorDescriptor vector)
            throws IOException {
        Location at = Location.of(file.value());
        long offset = vector.offset() == null ? 0 : vector.offset();
        try (RandomAccess in = storage.openAt(file)) {
            long available = in.sizeBytes() - offset - FRAME_BYTES;
            if (offset < 0 || vector.sizeInBytes() < 0 || available < vector.sizeInBytes()) {
                return Parsed.damaged(new Damage(
                        at.atByte(Math.max(0, offset)),
                        DamageKind.TRUNCATED,
                        "a vector of " + vector.sizeInBytes() + " bytes at byte " + offset,
                        "a file of " + in.sizeBytes() + " bytes"));
            }
            if (vector.sizeInBytes() > MAX_VECTOR_BYTES) {
                return Parsed.damaged(new Damage(
                        at, DamageKind.TOO_LARGE, "a vector of at most " + MAX_VECTOR_BYTES + " bytes", "more"));
            }
            if (offset > 0) {
                byte[] version = new byte[1];
                in.readFully(0, version, 0, 1);
                if (version[0] != FILE_VERSION) {
                    return Parsed.damaged(new Damage(
                            at.atByte(0), DamageKind.UNSUPPORTED_VERSION, "version 1", Integer.toString(version[0])));
                }
            }
            byte[] frame = new byte[vector.sizeInBytes() + FRAME_BYTES];
            in.readFully(offset, frame, 0, frame.length);
            return unframed(at, offset, frame, vector.sizeInBytes());
        }
    }

    private static Parsed<RowSet> unframed(Location at, long offset, byte[] frame, int sizeBytes) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        int storedSize = in.getInt();
        if (storedSize != sizeBytes) {
            return Parsed.damaged(new Damage(
                    at.atByte(offset),
                    DamageKind.MALFORMED,
                    "a size of " + sizeBytes + " as the descriptor says",
                    Integer.toString(storedSize)));
        }
        byte[] bytes = new byte[sizeBytes];
        in.get(bytes);
        int storedSum = in.getInt();
        CRC32 sum = new CRC32();
        sum.update(bytes);
        if ((int) sum.getValue() != storedSum) {
            return Parsed.damaged(new Damage(
                    at.atByte(offset + 4 + sizeBytes),
                    DamageKind.CHECKSUM_MISMATCH,
                    "CRC " + Integer.toHexString((int) sum.getValue()),
                    Integer.toHexString(storedSum)));
        }
        return RowSetParser.parse(at.atByte(offset + 4), bytes);
    }
}
