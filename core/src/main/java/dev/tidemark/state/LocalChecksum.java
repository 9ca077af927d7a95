package dev.tidemark.state;

import java.io.IOException;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageCause;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.ChunkChecksums;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * A file is not the one that the hidden {@code .crc} file beside it tells of, against which Hadoop's local file system holds
 * it on every read.
 *
 * @param mismatch where, and both checksums
 */
public record LocalChecksum(ChunkChecksums.Mismatch mismatch) implements DamageCause {
    /** What is wrong with a file in that way. */
    public static Optional<Damage> damage(Storage storage, StoragePath file) throws IOException {
        return ChunkChecksums.mismatch(storage, file)
                .map(mismatch -> new Damage(
                                Location.of(file.value()).atByte(mismatch.atByte()),
                                DamageKind.CHECKSUM_MISMATCH,
                                "bytes with CRC-32 " + Integer.toUnsignedString(mismatch.expected()) + ", as ."
                                        + file.name() + ".crc says",
                                "CRC-32 " + Integer.toUnsignedString(mismatch.found()))
                        .because(new LocalChecksum(mismatch)));
    }

    /** Whether a damage is of that kind. */
    public static boolean isMatterOf(Damage damage) {
        return damage.cause() instanceof LocalChecksum;
    }
}
