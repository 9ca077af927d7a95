package dev.tidemark.state.rocksdb;

import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.Storage;
import dev.tidemark.state.FileChecksum;
import dev.tidemark.state.StateFile;

/** Opens state files and holds the bytes of those that were read against their side files. */
final class StateFileBytes {
    private static final int READ_BYTES = 1 << 16;

    private final Storage storage;

    StateFileBytes(Storage storage) {
        this.storage = storage;
    }

    /** Reads a stream that can be marked. */
    @FunctionalInterface
    interface Reading<T> {
        T from(InputStream raw) throws IOException;
    }

    /**
     * What came of reading a file.
     *
     * @param value empty when the file went away
     */
    record Outcome<T>(Optional<T> value, List<Damage> damages) {}

    <T> Outcome<T> read(StateFile file, Reading<T> reading) throws IOException {
        List<Damage> damages = new ArrayList<>();
        CRC32C crc = new CRC32C();
        try (InputStream raw =
                new BufferedInputStream(new CheckedInputStream(storage.open(file.path()), crc), READ_BYTES)) {
            T value = reading.from(new Unclosed(raw));
            FileChecksum.verify(storage, file.path(), file.sizeBytes(), () -> {
                        raw.transferTo(OutputStream.nullOutputStream());
                        return crc.getValue();
                    })
                    .ifPresent(damages::add);
            return new Outcome<>(Optional.of(value), damages);
        } catch (FileNotFoundException gone) {
            damages.add(new Damage(
                    Location.of(file.path().value()),
                    DamageKind.MISSING,
                    "a state file",
                    "nothing: it went away while being read"));
            return new Outcome<>(Optional.empty(), damages);
        }
    }

    /** The start of a file alone; its side file is not asked. */
    <T> T readStart(StateFile file, Reading<T> reading) throws IOException {
        try (InputStream raw = new BufferedInputStream(storage.open(file.path()), READ_BYTES)) {
            return reading.from(raw);
        }
    }

    /** Decoders close what they read from; the rest is still wanted for the checksum then. */
    private static final class Unclosed extends FilterInputStream {
        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return in.read(into, offset, length);
        }

        @Override
        public void close() {}
    }
}
