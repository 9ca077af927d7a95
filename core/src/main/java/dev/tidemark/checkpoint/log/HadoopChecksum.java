package dev.tidemark.checkpoint.log;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

import dev.tidemark.io.ChunkChecksums;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** {@code .N.crc}, which Hadoop's local file system keeps beside each entry {@code N} of a log. */
public final class HadoopChecksum {
    private static final int FEWEST_BYTES = 4096;

    private HadoopChecksum() {}

    /** Holds a file against the checksum file beside it. */
    public static ChecksumVerdict verify(Storage storage, StoragePath file, int limitBytes) {
        try {
            byte[] checksums = storage.readAtMost(
                    file.parent().child("." + file.name() + ".crc"), Math.max(FEWEST_BYTES, limitBytes / 64));
            return verify(checksums, storage.readAtMost(file, limitBytes));
        } catch (FileNotFoundException absent) {
            return ChecksumVerdict.ABSENT;
        } catch (IOException refused) {
            return ChecksumVerdict.UNREADABLE;
        }
    }

    /** Holds bytes against the bytes of their checksum file. */
    public static ChecksumVerdict verify(byte[] checksums, byte[] covered) {
        Optional<ChunkChecksums> sums = ChunkChecksums.parse(checksums);
        if (sums.isEmpty()) {
            return ChecksumVerdict.NO_CHECKSUMS;
        }
        try {
            return sums.get().mismatch(new ByteArrayInputStream(covered)).isPresent()
                    ? ChecksumVerdict.DIFFERS
                    : ChecksumVerdict.MATCHES;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
