package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Turns what a user typed into a {@link Storage}, loading nothing that the place does not need. */
public final class Storages {
    /** Before a place, asks for Hadoop where java.nio would do; Hadoop then verifies its {@code .crc} files. */
    private static final String THROUGH_HADOOP = "hadoop:";

    /** A scheme of two letters or more, so that a drive letter is none. */
    private static final Pattern URI_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

    private Storages() {}

    /** Opens a place that needs no options. */
    public static Storage open(String place) throws IOException {
        return open(place, StorageOptions.NONE);
    }

    /**
     * Opens a place: a local directory with or without {@code file:}; an archive ({@code .zip}, {@code .tar},
     * {@code .tar.gz}, {@code .tgz}) or a directory inside one ({@code ckpt.zip/orders}); or a directory of any Hadoop
     * file system ({@code s3a://bucket/ckpt}). A directory need not exist. The caller closes the storage.
     *
     * @throws FileNotFoundException when no place is named: the empty text is not the directory where one stands
     * @throws IOException when the place cannot be opened at all
     * @throws UnreadableArchiveException when it is an archive that breaks the rules of {@link ArchiveStorage}
     */
    public static Storage open(String place, StorageOptions options) throws IOException {
        if (place.isBlank()) {
            throw new FileNotFoundException("'" + place + "'");
        }
        if (place.startsWith(THROUGH_HADOOP)) {
            return HadoopStorage.open(place.substring(THROUGH_HADOOP.length()), options);
        }
        if (place.startsWith("file:")) {
            return openLocal(place.replaceFirst("^file:/*", "/"));
        }
        return URI_SCHEME.matcher(place).matches() ? HadoopStorage.open(place, options) : openLocal(place);
    }

    private static Storage openLocal(String place) throws IOException {
        Path path;
        try {
            path = Path.of(place).toAbsolutePath().normalize();
        } catch (InvalidPathException unnameable) {
            throw new FileNotFoundException(place);
        }
        Optional<Path> archive = archiveAbove(path);
        if (archive.isPresent()) {
            String inside = archive.get().relativize(path).toString();
            return ArchiveStorage.open(archive.get(), new StoragePath(inside));
        }
        return LocalStorage.at(path);
    }

    /** The path itself or the nearest of its parents that exists, when that is an archive. */
    private static Optional<Path> archiveAbove(Path path) {
        Path existing = path;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        return Optional.ofNullable(existing)
                .filter(found -> Files.isRegularFile(found) && ArchiveStorage.isNamed(found));
    }
}
