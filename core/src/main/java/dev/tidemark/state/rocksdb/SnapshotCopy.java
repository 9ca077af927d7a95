package dev.tidemark.state.rocksdb;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.LocalChecksum;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateFlaw;
import org.rocksdb.RocksDBException;

/**
 * Rebuilds a snapshot's database in a scratch directory: the archive's small files, and links to or copies of the tables
 * it names. Sizes are held against the manifest first, so a manifest cannot make it copy more than there is.
 */
final class SnapshotCopy {
    private static final Pattern TABLE_AND_OFFSET = Pattern.compile("(\\d+\\.sst)(?:\\D+offset (\\d+))?");
    private static final String CHECKSUM_WORDS = "checksum mismatch";
    private static final HexFormat HEX = HexFormat.of();

    /** The last bytes of every block-based table. */
    private static final byte[] TABLE_MARK = HEX.parseHex("f7cff485b741e288");

    private final Storage storage;
    private final RocksFiles files;
    private final Location archive;
    private final SnapshotArchive snapshot;

    SnapshotCopy(Storage storage, RocksFiles files, Location archive, SnapshotArchive snapshot) {
        this.storage = storage;
        this.files = files;
        this.archive = archive;
        this.snapshot = snapshot;
    }

    /** What is missing or of another size than the manifest says, tables before logs. */
    List<Damage> missingFiles() throws IOException {
        List<Damage> damages = new ArrayList<>();
        for (ImmutableFile file : snapshot.manifest().sstFiles()) {
            check(file, RocksFiles.SSTS).ifPresent(damages::add);
        }
        for (ImmutableFile file : snapshot.manifest().logFiles()) {
            check(file, RocksFiles.LOGS).ifPresent(damages::add);
        }
        return damages;
    }

    /** The tables and logs the manifest names, as the storage has them. */
    List<StateFile> parts() throws IOException {
        List<StateFile> parts = new ArrayList<>();
        for (ImmutableFile file : snapshot.manifest().sstFiles()) {
            parts.add(part(path(file, RocksFiles.SSTS)));
        }
        for (ImmutableFile file : snapshot.manifest().logFiles()) {
            parts.add(part(path(file, RocksFiles.LOGS)));
        }
        return parts;
    }

    private StateFile part(StoragePath path) throws IOException {
        Optional<FileEntry> entry = storage.stat(path).filter(FileEntry::isFile);
        return new StateFile(
                path,
                0,
                StateFileKind.PART,
                entry.map(FileEntry::sizeBytes).orElse(0L),
                entry.map(FileEntry::modifiedAtMs).orElse(0L));
    }

    private Optional<Damage> check(ImmutableFile file, String subdirectory) throws IOException {
        StoragePath path = path(file, subdirectory);
        Optional<FileEntry> entry = storage.stat(path).filter(FileEntry::isFile);
        Location at = Location.of(path.value());
        String expected = "a file of " + file.sizeBytes() + " bytes, named by " + archive.path();
        if (entry.isEmpty()) {
            return Optional.of(new Damage(at, DamageKind.MISSING, expected, "no such file"));
        }
        Optional<Damage> unlike = LocalChecksum.damage(storage, path);
        if (unlike.isPresent()) {
            return unlike;
        }
        long sizeBytes = entry.get().sizeBytes();
        if (sizeBytes == file.sizeBytes()) {
            return subdirectory.equals(RocksFiles.SSTS) ? footerDamage(path, sizeBytes) : Optional.empty();
        }
        DamageKind kind = sizeBytes < file.sizeBytes() ? DamageKind.TRUNCATED : DamageKind.MALFORMED;
        return Optional.of(new Damage(at, kind, expected, sizeBytes + " bytes").because(StateFlaw.OTHER_SIZE));
    }

    /** RocksDB would refuse a table without its mark as well, but only once all of it is copied. */
    private Optional<Damage> footerDamage(StoragePath table, long sizeBytes) throws IOException {
        Location at = Location.of(table.value()).atByte(Math.max(0, sizeBytes - TABLE_MARK.length));
        byte[] end = new byte[TABLE_MARK.length];
        if (sizeBytes >= end.length) {
            try (RandomAccess access = storage.openAt(table)) {
                access.readFully(sizeBytes - end.length, end, 0, end.length);
            } catch (EOFException shrunk) {
                return Optional.of(new Damage(at, DamageKind.TRUNCATED, "a sound table", "a file that shrinks"));
            }
        }
        return Arrays.equals(end, TABLE_MARK)
                ? Optional.empty()
                : Optional.of(new Damage(
                        at,
                        DamageKind.MALFORMED,
                        "a sound table, which ends in " + HEX.formatHex(TABLE_MARK),
                        HEX.formatHex(end)));
    }

    private StoragePath path(ImmutableFile file, String subdirectory) {
        return files.directory().child(subdirectory).child(file.storedName());
    }

    /**
     * Brings everything together in {@code directory}; {@link #missingFiles()} was empty. Tables are linked to where the
     * storage has them in place, else copied. Spark puts archived logs where RocksDB never looks, so they stay where they
     * are.
     */
    void copyInto(Path directory) throws IOException {
        for (SnapshotArchive.Entry entry : snapshot.entries()) {
            Files.write(directory.resolve(entry.name()), entry.bytes());
        }
        for (ImmutableFile file : snapshot.manifest().sstFiles()) {
            StoragePath table = path(file, RocksFiles.SSTS);
            try {
                if (!isLinked(table, directory.resolve(file.localName()))) {
                    copy(table, file.sizeBytes(), directory.resolve(file.localName()));
                }
            } catch (FileNotFoundException vanished) {
                throw new IOException(table + " vanished while it was read", vanished);
            }
        }
    }

    /** A link, where the storage and the scratch directory's file system allow one. */
    private boolean isLinked(StoragePath table, Path link) throws IOException {
        Optional<Path> inPlace = storage.localFile(table);
        if (inPlace.isEmpty()) {
            return false;
        }
        try {
            Files.createSymbolicLink(link, inPlace.get());
            return true;
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            return false;
        }
    }

    private void copy(StoragePath table, long sizeBytes, Path target) throws IOException {
        long usableBytes = Files.getFileStore(target.getParent()).getUsableSpace();
        if (sizeBytes > usableBytes) {
            throw new IOException("reading " + archive.path() + " takes " + sizeBytes + " bytes in "
                    + target.getParent() + ", which has " + usableBytes
                    + "; set -Djava.io.tmpdir to a larger place");
        }
        try (InputStream in = storage.open(table)) {
            Files.copy(in, target);
        }
    }

    /** What the native library says is wrong, in the evidence's own names. */
    Damage damage(RocksDBException failure) {
        String message = String.valueOf(failure.getMessage());
        DamageKind kind = message.contains(CHECKSUM_WORDS) ? DamageKind.CHECKSUM_MISMATCH : DamageKind.MALFORMED;
        Matcher matcher = TABLE_AND_OFFSET.matcher(message);
        if (matcher.find()) {
            for (ImmutableFile file : snapshot.manifest().sstFiles()) {
                if (file.localName().equals(matcher.group(1))) {
                    Location at = Location.of(path(file, RocksFiles.SSTS).value());
                    Location where = matcher.group(2) == null ? at : at.atByte(Long.parseLong(matcher.group(2)));
                    return new Damage(where, kind, "a sound table", withoutPaths(message));
                }
            }
        }
        return new Damage(archive, kind, "a database that RocksDB opens", withoutPaths(message));
    }

    private static String withoutPaths(String message) {
        return message.replaceAll("\\S*tidemark-rocksdb-[^/\\s]*/", "")
                .lines()
                .findFirst()
                .orElse("");
    }
}
